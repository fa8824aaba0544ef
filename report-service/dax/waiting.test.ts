import { expect, test } from 'vitest'
import { createWaiting } from './waiting.ts'

function lineOf(...all: string[]) {
  const waiting = createWaiting<string>()
  for (const waiter of all) waiting.add(waiter.charAt(0), waiter)
  return waiting
}

test('of several one of each is served after the other, of one in the order they came', () => {
  const waiting = lineOf('a1', 'a2', 'a3', 'b1', 'b2', 'c1')
  expect([waiting.size(), waiting.of('a'), waiting.of('x')]).toEqual([6, 3, 0])
  const served = Array.from({ length: 7 }, () => waiting.take()?.waiter)
  expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined])
  expect(waiting.size()).toBe(0)
})

test('whoever may not go is passed over and keeps the place', () => {
  const waiting = lineOf('a1', 'b1')
  expect(waiting.take((whose) => whose !== 'a')).toEqual({ whose: 'b', waiter: 'b1' })
  expect(waiting.take((whose) => whose !== 'a')).toBeNull()
  expect(waiting.take()).toEqual({ whose: 'a', waiter: 'a1' })
})
