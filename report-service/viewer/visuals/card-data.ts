// The figures of a card as texts. Pure. card.ts shows them in the browser, and ../../drawing/draw-card.ts in an export.
import { REFERENCE_LABELS } from '../../contract/roles.ts'
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

/** Indexes of the columns that are small figures of a new card, or of the others. */
const placesOf = ({ answer }: Drawing, isReference: boolean): number[] =>
  answer.columns.flatMap(({ role }, index) => ((role === REFERENCE_LABELS) === isReference ? [index] : []))

export function cardFigures(drawing: Drawing): CardFigure[] {
  const { answer, visual, speech } = drawing
  const [row = []] = answer.rows
  const places = placesOf(drawing, false)
  return places.flatMap((index): CardFigure[] => {
    const column = answer.columns[index]
    if (!column) return []
    const value = row[index] ?? null
    const repeats = visual.showTitle && (visual.title ?? column.displayName) === column.displayName
    const short = value === null ? '–' : formatCompact(value, column, speech.writing, COMPACT_FROM)
    const full = formatLabel(value, column, speech.writing)
    return [{ short, full, label: repeats && places.length === 1 ? null : column.displayName }]
  })
}

/** A small figure of a new card, such as the change to the month before. An empty label says that the figure explains itself. */
export type CardDetail = { text: string; label: string }

export function cardDetails(drawing: Drawing): CardDetail[] {
  const { answer, speech } = drawing
  const [row = []] = answer.rows
  return placesOf(drawing, true).flatMap((index): CardDetail[] => {
    const column = answer.columns[index]
    const value = row[index] ?? null
    if (!column || value === null) return []
    return [{ text: formatLabel(value, column, speech.writing), label: column.displayName }]
  })
}
