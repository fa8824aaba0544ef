import { expect, it } from 'vitest'
import { CallFailure, isMissing } from './call-failure.ts'

const failure = (http: number, errors: Record<string, string> = {}) =>
  new CallFailure({ http, status: 'refused', key: 'refused', message: 'Refused', errors, retryAfter: null })

it('says that a record is missing for an unknown id and for a text that is no id, and for nothing else', () => {
  expect([failure(404), failure(400, { id: 'Id is invalid!' })].map(isMissing)).toEqual([true, true])
  const others = [
    failure(400),
    failure(400, { id: 'Id is invalid!', name: 'Name is required!' }),
    failure(403),
    failure(0),
  ]
  expect([...others, new Error('none')].map(isMissing)).toEqual([false, false, false, false, false])
})
