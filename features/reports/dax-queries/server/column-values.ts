import type { AnswerOf } from '#platform/contract/call.ts'
import type { QueryRow } from '#powerbi/server/power-bi.ts'
import { type listColumnValues, maxColumnValues } from '../contract.ts'

const instant = /^\d{4}-\d\d-\d\dT/

/**
 * The values in the rows of a query of one column. Null rows: the query failed. Days and truth values are not suggested, because a filter
 * compares texts and numbers.
 */
export function columnValues(rows: readonly QueryRow[] | null): AnswerOf<typeof listColumnValues> {
  if (rows === null) return { values: null, complete: false }
  const found = rows.flatMap((row) => Object.values(row)).filter((value) => value !== null && value !== undefined)
  const values = found.filter(isSuggested)
  if (values.length < found.length) return { values: null, complete: false }
  return { values: values.toSorted(ascending).slice(0, maxColumnValues), complete: rows.length <= maxColumnValues }
}

const isSuggested = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && !instant.test(value))

const ascending = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other))
