// What every list asks of the database: search that takes what a person types literally, order and page.
import { type RawBuilder, sql } from 'kysely'
import type { ListOptions } from '#platform/contract/list.ts'

/** What is typed, for a pattern of LIKE: `%` and `_` are themselves. */
export const literal = (typed: string): string => typed.replace(/[\\%_]/g, '\\$&')

/** `contains(column, '50%')`: case and accents apart. True for an empty search. */
export const contains = (column: RawBuilder<unknown>, search: string): RawBuilder<boolean> =>
  sql<boolean>`app.plain(${column}) like app.plain(${`%${literal(search)}%`})`

/** `plain('r.name')`: names in the order in which people look for them, case and accents apart. */
export const plain = (column: string): RawBuilder<string> => sql<string>`app.plain(${sql.ref(column)})`

/** How many rows to skip for a page. */
export const offsetOf = ({ page, size }: Pick<ListOptions, 'page' | 'size'>): number => (page - 1) * size

/** The answer of a list from rows that each carry the whole count as `total`. */
export function pageOf<Row extends { total: number }, Item>(
  rows: Row[],
  { page, size }: ListOptions,
  item: (row: Row) => Item,
) {
  return { data: rows.map(item), page: String(page), size, total: rows[0]?.total ?? 0 }
}
