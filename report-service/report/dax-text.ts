// The only place that converts names and values of a report to DAX text. It prevents DAX injection.
// Next: filter-query.ts, visual-query.ts.
import type { DataType, Value } from '../model/model.ts'
import { QueryRefusal } from './query-refusal.ts'

/** A quoted table name: `'Sales'`. */
export const tableText = (table: string): string => `'${table.replaceAll("'", "''")}'`

/** The name of a measure, or of a column without its table: `[Total]`. */
export const nameText = (name: string): string => `[${name.replaceAll(']', ']]')}]`

/** A column with its table: `'Sales'[Amount]`. */
export const columnText = (table: string, column: string): string => tableText(table) + nameText(column)

export const stringText = (text: string): string => `"${text.replaceAll('"', '""')}"`

/**
 * A value as a literal of the type it is compared with. Hosts sometimes send dates and numbers as text, so text in the right
 * format is accepted. Throws QueryRefusal `BadFilterValue` for other values.
 */
export function literalText(value: Value, type: DataType): string {
  if (value === null) return 'BLANK()'
  switch (type) {
    case 'string':
      return stringText(String(value))
    case 'boolean':
      return booleanText(value)
    case 'dateTime':
      return dateText(value)
    case 'int64':
    case 'double':
    case 'decimal':
      return numberText(value)
  }
}

function numberText(value: Value): string {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) throw unfit(value, 'a number')
  const plain = Number.isInteger(number) && Math.abs(number) < 1e21 ? BigInt(number).toString() : String(number)
  return number < 0 ? `(${plain})` : plain
}

function booleanText(value: Value): string {
  if (value === true || value === 1 || value === 'true') return 'TRUE()'
  if (value === false || value === 0 || value === 'false') return 'FALSE()'
  throw unfit(value, 'true or false')
}

/** A date literal. The SDK's timestamps end in `Z`; dates in a model have no time zone, so the `Z` is ignored. */
function dateText(value: Value): string {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(?:\.\d+)?)?Z?$/.exec(String(value))
  if (!parts?.[1] || Number.isNaN(Date.parse(parts[1]))) throw unfit(value, 'a date')
  const time = parts[2] ?? '00:00:00'
  if (Number.isNaN(Date.parse(`${parts[1]}T${time}Z`))) throw unfit(value, 'a date')
  return `dt"${parts[1]}T${time}"`
}

const unfit = (value: Value, expectedType: string): QueryRefusal =>
  new QueryRefusal('BadFilterValue', `A filter compares with a value (${typeof value}) that is not ${expectedType}.`)
