/** Types of visuals that show one number. They are small on the home page. */
const numbers = new Set(['card', 'cardVisual', 'kpi', 'gauge'])

/** Types that show no data of their own, and are not pinned: texts, pictures, buttons, and what filters the others. */
const withoutData =
  /^(textbox|image|shape|basicShape|actionButton|slicer|.+Slicer|.+SlicerVisual|pageNavigator|bookmarkNavigator|group)$/i

export const showsNumber = (kind: string): boolean => numbers.has(kind)

export const mayBePinned = (kind: string): boolean => !withoutData.test(kind)

/** The pins as the home page shows them: the numbers in front, in small cards, and the rest after them. */
export const sortedBySize = <Pin extends { kind: string }>(
  pins: readonly Pin[],
): { numbers: Pin[]; charts: Pin[] } => ({
  numbers: pins.filter(({ kind }) => showsNumber(kind)),
  charts: pins.filter(({ kind }) => !showsNumber(kind)),
})

/** The ids after one pin has moved by a step among those of its size. */
export function movedBy(pins: readonly { id: string; kind: string }[], id: string, step: -1 | 1): string[] {
  const { numbers, charts } = sortedBySize(pins)
  const moved = [numbers, charts].map((row) => {
    const ids = row.map((pin) => pin.id)
    const at = ids.indexOf(id)
    const other = ids[at + step]
    return at < 0 || other === undefined ? ids : ids.with(at, other).with(at + step, id)
  })
  return moved.flat()
}

/** Few cards have the width of one of four: a card that fills a row has too much empty space. */
const usualColumns = 4

/** The columns for `count` cards where `max` fit beside each other: the rows have the same number of cards, or the last one a card less. */
export function evenColumns(count: number, max: number): number {
  const rows = Math.max(1, Math.ceil(count / max))
  return rows === 1 ? Math.max(count, Math.min(max, usualColumns)) : Math.ceil(count / rows)
}
