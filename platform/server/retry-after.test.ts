import { expect, test } from 'vitest'
import { createRetryAfterStore } from './retry-after.ts'

const at = (seconds: number) => new Date(seconds * 1_000)

test('a wait is remembered until it ends or is forgotten, for a limited number of callers', () => {
  const waits = createRetryAfterStore(2)
  waits.note('a', 60, at(0))
  expect([waits.left('a', at(59)), waits.left('b', at(59)), waits.left('a', at(60))]).toEqual([1, null, null])
  waits.note('a', 60, at(0))
  waits.note('b', 60, at(0))
  waits.note('c', 60, at(0))
  expect(['a', 'b', 'c'].map((caller) => waits.left(caller, at(0)))).toEqual([null, 60, 60])
  waits.forget('c')
  expect(waits.left('c', at(0))).toBeNull()
})
