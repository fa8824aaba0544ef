import { expect, test } from 'vitest'
import { createRetryAfterStore } from './retry-after.ts'

const at = (seconds: number) => new Date(seconds * 1_000)

test('a wait is kept until it is over or forgotten, and so many at the most', () => {
  const waits = createRetryAfterStore(2)
  waits.tell('a', 60, at(0))
  expect([waits.left('a', at(59)), waits.left('b', at(59)), waits.left('a', at(60))]).toEqual([1, null, null])
  waits.tell('a', 60, at(0))
  waits.tell('b', 60, at(0))
  waits.tell('c', 60, at(0))
  expect(['a', 'b', 'c'].map((whose) => waits.left(whose, at(0)))).toEqual([null, 60, 60])
  waits.forget('c')
  expect(waits.left('c', at(0))).toBeNull()
})
