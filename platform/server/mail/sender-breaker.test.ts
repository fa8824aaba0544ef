import { expect, test } from 'vitest'
import { createSenderBreaker } from './sender-breaker.ts'

function breakerAt() {
  const time = { now: 0 }
  const breaker = createSenderBreaker({ now: () => time.now, pauseMs: 100, longestPauseMs: 350, probeMs: 1_000 })
  return { breaker, time }
}

test('two failures in a row pause one sender and no other', () => {
  const { breaker } = breakerAt()
  expect([breaker.note('a', 'connect: ETIMEDOUT'), breaker.refusal('a')]).toEqual([null, null])
  expect([breaker.note('a', 'connect: ETIMEDOUT'), breaker.refusal('a')]).toEqual(['paused', 'connect: ETIMEDOUT'])
  expect([breaker.refusal('b'), breaker.pausedCount()]).toEqual([null, 1])
})

test('a success between two failures pauses nothing', () => {
  const { breaker } = breakerAt()
  for (const fault of ['x', null, 'x']) expect(breaker.note('a', fault)).toBe(null)
  expect(breaker.refusal('a')).toBe(null)
})

test('after the pause one attempt is allowed; its success ends the pause', () => {
  const { breaker, time } = breakerAt()
  breaker.note('a', 'x')
  breaker.note('a', 'x')
  time.now = 99
  expect(breaker.refusal('a')).toBe('x')
  time.now = 100
  expect([breaker.refusal('a'), breaker.refusal('a')]).toEqual([null, 'x'])
  expect([breaker.note('a', null), breaker.refusal('a'), breaker.pausedCount()]).toEqual(['resumed', null, 0])
})

test('each failed attempt doubles the pause, up to the longest', () => {
  const { breaker, time } = breakerAt()
  breaker.note('a', 'x')
  breaker.note('a', 'x')
  for (const pause of [100, 200, 350, 350]) {
    time.now += pause - 1
    expect(breaker.refusal('a')).toBe('x')
    time.now += 1
    expect(breaker.refusal('a')).toBe(null)
    expect(breaker.note('a', 'x')).toBe(null)
  }
})

test('an attempt after the pause that reports nothing is followed by another', () => {
  const { breaker, time } = breakerAt()
  breaker.note('a', 'x')
  breaker.note('a', 'x')
  time.now = 100
  expect([breaker.refusal('a'), breaker.refusal('a')]).toEqual([null, 'x'])
  time.now = 1_100
  expect(breaker.refusal('a')).toBe(null)
})
