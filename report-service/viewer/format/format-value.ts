// Formats values for people. Pure. All cells, labels and tooltips use these functions.
// Next: number-format.ts, date-format.ts.
import type { DataType, Value } from '../../model/model.ts'
import { formatDate } from './date-format.ts'
import { formatAxisNumber, formatCompactNumber, formatNumber } from './number-format.ts'

/** Column properties that formatting needs. `VisualColumn` and `ValuesAnswer` have them. */
export type Formatted = { dataType: DataType; formatString: string | null; field?: { kind: string } }

/** Language settings of formatting: the locale for numbers and dates, and the words for blank, true and false. */
export type Writing = { locale: string; blank: string; yes: string; no: string }

/** Text of a cell. Blank is the empty text. */
export function formatValue(value: Value, column: Formatted, writing: Writing): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? writing.yes : writing.no
  if (typeof value === 'number') return formatNumber(value, numberFormat(column), writing.locale)
  return column.dataType === 'dateTime' ? formatDate(value, column.formatString, writing.locale) : value
}

/** Text of a category, a legend entry or a slicer item. Blank has a name here. */
export function formatLabel(value: Value, column: Formatted, writing: Writing): string {
  return value === null || value === '' ? writing.blank : formatValue(value, column, writing)
}

/** Text of an axis label: `R$ 0`, `R$ 500`, `R$ 1,2 mi`. */
export function formatAxis(value: number, column: Formatted, writing: Writing): string {
  return formatAxisNumber(value, numberFormat(column), writing.locale)
}

/** Short text for data points and cards: `1,2 mi`. */
export function formatCompact(value: Value, column: Formatted, writing: Writing, threshold = 1_000): string {
  if (typeof value !== 'number') return formatValue(value, column, writing)
  return formatCompactNumber(value, numberFormat(column), writing.locale, threshold)
}

export function isNumeric(column: Formatted): boolean {
  return column.dataType === 'int64' || column.dataType === 'double' || column.dataType === 'decimal'
}

/** Format string of a column. Without one, numbers of group columns (a year, a code) have no separators; computed numbers have. */
function numberFormat(column: Formatted): string {
  if (column.formatString !== null && column.formatString !== '') return column.formatString
  if (column.field?.kind === 'column' || column.field === undefined) return '0.##########'
  return column.dataType === 'int64' ? '#,0' : '#,0.##'
}
