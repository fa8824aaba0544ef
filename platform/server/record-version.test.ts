import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Failure } from '#platform/contract/failure.ts'
import { mustBeCurrent } from './record-version.ts'

function refusalOf(sent: number, stored: number) {
  try {
    return mustBeCurrent(sent, stored)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return [error.http, error.code, error.details]
  }
}

const stale = [409, 'call.stale_version', {}]

it('V2: the stored version passes, and any other is refused with 409', () => {
  fc.assert(
    fc.property(fc.integer(), (version) => {
      expect(refusalOf(version, version)).toBeUndefined()
    }),
  )
  fc.assert(
    fc.property(fc.integer(), fc.integer(), (sent, stored) => {
      fc.pre(sent !== stored)
      expect(refusalOf(sent, stored)).toEqual(stale)
    }),
  )
})

it('V2: refuses a version that is missing or of another type', () => {
  for (const sent of [undefined, null, '3', Number.NaN]) expect(refusalOf(sent as number, 3)).toEqual(stale)
})
