import { expect, test } from 'vitest'
import { Failure } from '#platform/contract/failure.ts'
import { plainFault } from './fault.ts'

const kept = (error: unknown) => plainFault(error).message

test('the stored error contains no personal data', () => {
  expect(kept(new Error('Mail to "Ana Souza" <ana.souza@example.com> refused, call +55 11 98765-4321'))).toBe(
    'Mail to • <•> refused, call •',
  )
  expect(kept(Object.assign(new Error('550 no such user ana@example.com'), { code: 'EENVELOPE' }))).toBe(
    'EENVELOPE: 550 no such user •',
  )
  expect(
    kept(Object.assign(new Error('Key (email)=(ana@example.com) exists'), { constraint: 'users_email_key' })),
  ).toBe('database: users_email_key')
  expect(kept(new Failure('call.not_found'))).toBe('call.not_found')
  expect(kept('ana@example.com')).toBe('unknown')
})

test('the stored error is short and has no stack', () => {
  expect(kept(new Error('x '.repeat(500))).length).toBeLessThanOrEqual(200)
  expect(plainFault(new Error('x')).stack).toBe('')
})
