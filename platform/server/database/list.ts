// Database parts of every list: literal search, order and page.
import { type RawBuilder, sql } from 'kysely'
import type { ListOptions } from '#platform/contract/list.ts'

/** Escapes a text for a LIKE pattern, so that `%` and `_` stand for themselves. */
export const literal = (typed: string): string => typed.replace(/[\\%_]/g, '\\$&')

/** `contains(column, '50%')`: ignores case and accents. True for an empty search. */
export const contains = (column: RawBuilder<unknown>, search: string): RawBuilder<boolean> =>
  sql<boolean>`app.plain(${column}) like app.plain(${`%${literal(search)}%`})`

/** `plain('r.name')`: the sort key of a name, without case and accents. */
export const plain = (column: string): RawBuilder<string> => sql<string>`app.plain(${sql.ref(column)})`

/** The number of rows before a page. */
export const offsetOf = ({ page, size }: Pick<ListOptions, 'page' | 'size'>): number => (page - 1) * size

/** The answer of a list. Each row carries the total count as `total`. */
export function pageOf<Row extends { total: number }, Item>(
  rows: Row[],
  { page, size }: ListOptions,
  item: (row: Row) => Item,
) {
  return { data: rows.map(item), page: String(page), size, total: rows[0]?.total ?? 0 }
}
