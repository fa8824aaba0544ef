import { expect, it } from 'vitest'
import { createLimiter } from './limiter.ts'

const now = new Date('2026-11-21T10:00:00Z')

it('A2: a flood of other keys does not reset the count of a key', () => {
  const { admits } = createLimiter({ perMinute: 2 })
  expect([admits('one', now), admits('one', now), admits('one', now)]).toEqual([true, true, false])
  for (let key = 0; key < 20_000; key += 1) admits(`${key}`, now)
  expect([admits('one', now), admits('another', now)]).toEqual([false, false])
  expect(admits('one', new Date('2026-11-21T10:01:00Z'))).toBe(true)
})
