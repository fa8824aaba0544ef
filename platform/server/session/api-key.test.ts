import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TenantId } from './actor.ts'
import { isApiKeyToken, isWellFormedKey, makeApiKey } from './api-key.ts'
import { hashToken, makeToken } from './token.ts'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const letter = fc.constantFrom(...letters.split(''))
const random = (length: number) => fc.string({ unit: letter, minLength: length, maxLength: length })
const unit = fc.uuid().map((id) => id as TenantId)

describe('the form of an API key', () => {
  it('a new key has the form, its check, its hash and its last letters, and names its business unit', () => {
    fc.assert(
      fc.property(unit, (tenantId) => {
        const { token, hash, hint } = makeApiKey(tenantId)
        expect(token).toMatch(/^vit_[0-9a-f]{8}_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/)
        expect(token.slice(4, 12)).toBe(tenantId.slice(-8))
        expect(isApiKeyToken(token) && isWellFormedKey(token)).toBe(true)
        expect(hash.equals(hashToken(token))).toBe(true)
        expect(token.endsWith(hint)).toBe(true)
      }),
    )
  })

  it('a key with one other letter is refused', () => {
    fc.assert(
      fc.property(unit, fc.nat(51), letter, (tenantId, place, other) => {
        const { token } = makeApiKey(tenantId)
        const changed = token.slice(0, place) + other + token.slice(place + 1)
        expect(isWellFormedKey(changed)).toBe(changed === token)
      }),
      { numRuns: 2_000 },
    )
  })

  it('random letters in the right form pass the check no more often than by chance', () => {
    // The check has 2^32 values: one of 20,000 passes with a probability of 0.000005.
    fc.assert(
      fc.property(random(32), random(6), (body, check) => {
        expect(isWellFormedKey(`vit_00000001_${body}_${check}`)).toBe(false)
      }),
      { numRuns: 20_000 },
    )
  })

  it('any other text is refused', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        expect(isWellFormedKey(text)).toBe(false)
      }),
    )
  })

  it('no token of a session is taken for a key', () => {
    const { token } = makeToken()
    expect(isApiKeyToken(`vit_${token.slice(4)}`)).toBe(false)
  })

  it('each letter is about equally frequent', () => {
    const counts = new Map<string, number>()
    for (let made = 0; made < 2_000; made++)
      for (const each of makeApiKey('00000000-0000-4000-8000-000000000001' as TenantId).token.slice(13, 45))
        counts.set(each, (counts.get(each) ?? 0) + 1)
    // 64,000 letters of 62: 1,032 on average, with a standard deviation of 32.
    expect(counts.size).toBe(62)
    for (const count of counts.values()) expect(Math.abs(count - 1_032)).toBeLessThan(6.5 * 32)
  })
})
