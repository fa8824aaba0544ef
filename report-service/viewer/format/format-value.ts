// A value of the model as a person reads it. Pure; the only way by which cells, labels and tooltips get their text.
// Next: number-format.ts, date-format.ts.
import type { DataType, Value } from '../../model/model.ts'
import { formatDate } from './date-format.ts'
import { formatAxisNumber, formatCompactNumber, formatNumber } from './number-format.ts'

/** What the formatting of a column depends on: the wire's `VisualColumn` and `ValuesAnswer` both are one. */
export type Formatted = { dataType: DataType; formatString: string | null; field?: { kind: string } }

/** How a viewer writes: the locale of digits and dates, and the words for blank, true and false. */
export type Writing = { locale: string; blank: string; yes: string; no: string }

/** Text of a cell; blank is the empty text. */
export function formatValue(value: Value, column: Formatted, writing: Writing): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? writing.yes : writing.no
  if (typeof value === 'number') return formatNumber(value, numberFormat(column), writing.locale)
  return column.dataType === 'dateTime' ? formatDate(value, column.formatString, writing.locale) : value
}

/** Text of a category, a legend entry or a slicer's item: blank has a name there. */
export function formatLabel(value: Value, column: Formatted, writing: Writing): string {
  return value === null || value === '' ? writing.blank : formatValue(value, column, writing)
}

/** Text at an axis: `R$ 0`, `R$ 500`, `R$ 1,2 mi`. */
export function formatAxis(value: number, column: Formatted, writing: Writing): string {
  return formatAxisNumber(value, numberFormat(column), writing.locale)
}

/** Short text for marks and cards: `1,2 mi`. */
export function formatCompact(value: Value, column: Formatted, writing: Writing, threshold = 1_000): string {
  if (typeof value !== 'number') return formatValue(value, column, writing)
  return formatCompactNumber(value, numberFormat(column), writing.locale, threshold)
}

export function isNumeric(column: Formatted): boolean {
  return column.dataType === 'int64' || column.dataType === 'double' || column.dataType === 'decimal'
}

/** Without a format string a grouping number (a year, a code) stays bare; a computed one gets separators. */
function numberFormat(column: Formatted): string {
  if (column.formatString !== null && column.formatString !== '') return column.formatString
  if (column.field?.kind === 'column' || column.field === undefined) return '0.##########'
  return column.dataType === 'int64' ? '#,0' : '#,0.##'
}
