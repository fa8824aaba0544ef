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
