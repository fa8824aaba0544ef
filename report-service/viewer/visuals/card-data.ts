// The figures of a card as texts. Pure. card.ts shows them in the browser, and ../../drawing/draw-card.ts in an export.
import { formatCompact, formatLabel } from '../format/format-value.ts'
import { isGrouping } from '../state/selection.ts'
import type { Drawing } from './renderer.ts'

/** The value from which a card shows `R$ 80,5 mi`, with the full figure in the tooltip and for screen readers. */
const COMPACT_FROM = 1_000_000

/** `label`: null where the title of the visual says the same. */
export type CardFigure = { short: string; full: string; label: string | null }

/** True for a list of rows, false for one row of large figures. */
export const isMultiRow = ({ answer, visual }: Drawing): boolean =>
  visual.type === 'multiRowCard' || answer.rows.length > 1 || answer.columns.some(isGrouping)

export function cardFigures({ answer, visual, speech }: Drawing): CardFigure[] {
  const [row = []] = answer.rows
  return answer.columns.map((column, index) => {
    const value = row[index] ?? null
    const repeats = visual.showTitle && (visual.title ?? column.displayName) === column.displayName
    return {
      short: value === null ? '–' : formatCompact(value, column, speech.writing, COMPACT_FROM),
      full: formatLabel(value, column, speech.writing),
      label: repeats && answer.columns.length === 1 ? null : column.displayName,
    }
  })
}
