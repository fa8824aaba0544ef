import { expect, it } from 'vitest'
import { latestBelow } from './home-latest.ts'

const shelf = (...ids: string[]) => ids.map((id) => ({ id }))

it('a report that a shelf above has is not among the latest', () => {
  const latest = shelf('new', 'older', 'oldest')
  expect(latestBelow(latest, [[], [], []])).toEqual(latest)
  expect(latestBelow(latest, [shelf('oldest'), [], shelf('new', 'other')])).toEqual(shelf('older'))
  expect(latestBelow(latest, [latest])).toEqual([])
})
