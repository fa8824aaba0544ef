import { expect, it } from 'vitest'
import { stopwatch } from './clock.ts'
import { mapInSlices } from './slices.ts'

const busy = (ms: number) => {
  const elapsed = stopwatch()
  while (elapsed() < ms);
}

it('U6: lets other work run between the items, and keeps their order', async () => {
  let turns = 0
  const other = setInterval(() => (turns += 1), 0)
  const doubled = await mapInSlices([1, 2, 3, 4, 5, 6, 7, 8], (item) => {
    busy(6)
    return item * 2
  })
  clearInterval(other)
  expect(doubled).toEqual([2, 4, 6, 8, 10, 12, 14, 16])
  expect(turns).toBeGreaterThanOrEqual(6)
})

it('handles quick items in one turn', async () => {
  let isNextTurn = false
  setImmediate(() => (isNextTurn = true))
  const turns = await mapInSlices([1, 2, 3], () => isNextTurn)
  expect(turns).toEqual([false, false, false])
})
