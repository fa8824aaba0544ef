import { expect, it } from 'vitest'
import { createLimiter } from './limiter.ts'

const now = new Date('2026-11-21T10:00:00Z')

it('V3: limits all keys together, and a key at its own limit takes nothing from the others', () => {
  const { admits } = createLimiter({ perMinute: 2, allPerMinute: 4 })
  for (let at = 0; at < 10; at += 1) admits('greedy', now)
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
