import { expect, it } from 'vitest'
import { logoutReports, viewEvents } from '#catalogue/limits.ts'
import { createLimiter } from './limiter.ts'

const now = new Date('2026-11-21T10:00:00Z')

it('V3: limits all keys together, and a key at its own limit takes nothing from the others', () => {
  const { admits } = createLimiter({ perMinute: 2, allPerMinute: 4 })
  for (let index = 0; index < 10; index += 1) admits('greedy', now)
  expect([admits('one', now), admits('another', now), admits('third', now)]).toEqual([true, true, false])
  expect(admits('third', new Date('2026-11-21T10:01:00Z'))).toBe(true)
})

it('A2: a flood of other keys does not reset the count of a key', () => {
  const { admits } = createLimiter({ perMinute: 2 })
  expect([admits('one', now), admits('one', now), admits('one', now)]).toEqual([true, true, false])
  for (let key = 0; key < 20_000; key += 1) admits(`${key}`, now)
  expect([admits('one', now), admits('another', now)]).toEqual([false, false])
  expect(admits('one', new Date('2026-11-21T10:01:00Z'))).toBe(true)
})

it('V3: a refunded call counts neither for its key nor in total; one of an earlier minute is not refunded', () => {
  const { admits, refund } = createLimiter({ perMinute: 1, allPerMinute: 1 })
  for (let at = 0; at < 10; at += 1) {
    expect(admits('welcome', now)).toBe(true)
    refund('welcome', now)
  }
  expect([admits('one', now), admits('one', now), admits('another', now)]).toEqual([true, false, false])
  const later = new Date('2026-11-21T10:01:00Z')
  expect(admits('one', later)).toBe(true)
  refund('one', now)
  expect(admits('one', later)).toBe(false)
})

it.each([
  ['the view log', viewEvents],
  ['reports of a log-out', logoutReports],
])('V3: %s has a limit per person and one in total, which one person alone does not reach', (_, limits) => {
  const { admits } = createLimiter(limits)
  const { perMinute, allPerMinute } = limits
  const admitted = (key: string, calls: number) =>
    Array.from({ length: calls }, () => admits(key, now)).filter((isAdmitted) => isAdmitted).length
  expect(admitted('greedy', 2 * perMinute)).toBe(perMinute)
  const others = Array.from({ length: Math.ceil(allPerMinute / perMinute) }, (__, index) =>
    admitted(`person ${index}`, perMinute),
  )
  expect(perMinute + others.reduce((sum, count) => sum + count)).toBe(allPerMinute)
  expect(perMinute).toBeLessThan(allPerMinute)
})

it('V3: tells what a key has left, and the seconds until its next minute', () => {
  const { admits, left } = createLimiter({ perMinute: 2 })
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
  expect(left('one', now)).toEqual({ calls: 2, seconds: 60 })
  admits('one', now)
  expect(left('one', at(20))).toEqual({ calls: 1, seconds: 40 })
  for (let call = 0; call < 5; call += 1) admits('one', now)
  expect(left('one', at(59))).toEqual({ calls: 0, seconds: 1 })
  expect(left('another', at(59)).calls).toBe(2)
  expect(left('one', at(60))).toEqual({ calls: 2, seconds: 60 })
})
