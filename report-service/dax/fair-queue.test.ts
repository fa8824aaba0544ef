import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

function queueOf(...entries: string[]) {
  const queue = createFairQueue<string>()
  for (const entry of entries) queue.add(entry.charAt(0), entry)
  return queue
}

test('serves callers in turn, and the entries of one caller in order', () => {
  const queue = queueOf('a1', 'a2', 'a3', 'b1', 'b2', 'c1')
  expect([queue.size(), queue.sizeOf('a'), queue.sizeOf('x')]).toEqual([6, 3, 0])
  const served = Array.from({ length: 7 }, () => queue.take()?.entry)
  expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined])
  expect(queue.size()).toBe(0)
})

test('skips a caller who is not allowed and keeps the caller’s position', () => {
  const queue = queueOf('a1', 'b1')
  expect(queue.take((caller) => caller !== 'a')).toEqual({ caller: 'b', entry: 'b1' })
  expect(queue.take((caller) => caller !== 'a')).toBeNull()
  expect(queue.take()).toEqual({ caller: 'a', entry: 'a1' })
})
