import { describe, expect, it } from 'vitest'
import { evenColumns, mayBePinned, movedBy, sortedBySize } from './pin-kinds.ts'

const pins = [
  { id: 'trend', kind: 'lineChart' },
  { id: 'orders', kind: 'card' },
  { id: 'table', kind: 'tableEx' },
  { id: 'target', kind: 'kpi' },
]

describe('the pins of the home page', () => {
  it('are numbers first, each size in the order of the person', () => {
    const { numbers, charts } = sortedBySize(pins)
    expect([numbers, charts].map((row) => row.map(({ id }) => id))).toEqual([
      ['orders', 'target'],
      ['trend', 'table'],
    ])
  })

  it('move by one step among those of their size', () => {
    expect(movedBy(pins, 'target', -1)).toEqual(['target', 'orders', 'trend', 'table'])
    expect(movedBy(pins, 'trend', 1)).toEqual(['orders', 'target', 'table', 'trend'])
    expect(movedBy(pins, 'orders', -1)).toEqual(['orders', 'target', 'trend', 'table'])
    expect(movedBy(pins, 'table', 1)).toEqual(['orders', 'target', 'trend', 'table'])
  })
})

it('texts, pictures, buttons and slicers are not pinned', () => {
  const kinds = ['card', 'lineChart', 'tableEx', 'PBI_CV_1', 'textbox', 'slicer', 'listSlicer', 'image', 'actionButton']
  expect(kinds.filter(mayBePinned)).toEqual(['card', 'lineChart', 'tableEx', 'PBI_CV_1'])
})

it('numbers stand in rows of the same length, or the last one has a card less', () => {
  const columns = (max: number) => [1, 2, 3, 4, 5, 6, 7, 8, 9, 11].map((count) => evenColumns(count, max))
  expect(columns(5)).toEqual([4, 4, 4, 4, 5, 3, 4, 4, 5, 4])
  expect(columns(4)).toEqual([4, 4, 4, 4, 3, 3, 4, 4, 3, 4])
  expect(columns(2)).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 2, 2])
})
