import { describe, expect, it } from 'vitest'
import type { Failure } from '#platform/contract/failure.ts'
import { checkPassword, hashPassword } from './passwords.ts'

describe('passwords', () => {
  it('A3: compares a password exactly, and accepts none for a person without a password', async () => {
    const stored = await hashPassword('a quiet one', 'somebody')
    expect(await checkPassword(stored, 'a quiet one')).toBe(true)
    expect(await checkPassword(stored, 'a quiet one ')).toBe(false)
    expect(await checkPassword(null, 'a password that nobody was ever given')).toBe(false)
  })

  it('V3: queues a bounded number of checks, and rejects the others with 503', async () => {
    const cheap = '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    const checks = await Promise.allSettled(Array.from({ length: 500 }, () => checkPassword(cheap, 'x')))
    const refused = checks.flatMap((each) => (each.status === 'rejected' ? [each.reason as Failure] : []))
    expect(refused).toHaveLength(500 - 202)
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['call.unavailable']))
    expect(await checkPassword(cheap, 'x')).toBe(false)
  })

  it('V3, V5: setting passwords has its own queue with a limit per caller, so neither sign-ins nor other callers wait', async () => {
    const cheap = '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    const flood = Array.from({ length: 240 }, () => hashPassword('a quiet one', 'flood'))
    const others = [...Array.from({ length: 202 }, () => checkPassword(cheap, 'x')), hashPassword('another', 'other')]
    const floodEnds = Promise.allSettled(flood)
    expect((await Promise.allSettled(others)).filter(({ status }) => status === 'rejected')).toEqual([])
    expect((await floodEnds).filter(({ status }) => status === 'fulfilled')).toHaveLength(11)
  })
})
