// Database parts of every list: literal search, order and page.
import { type Expression, type RawBuilder, sql } from 'kysely'
import { countedRows } from '#catalogue/limits.ts'
import type { ListOptions } from '#platform/contract/list.ts'

/** Escapes a text for a LIKE pattern, so that `%` and `_` stand for themselves. */
export const literal = (typed: string): string => typed.replace(/[\\%_]/g, '\\$&')

/** `contains(column, '50%')`: ignores case and accents. True for an empty search. */
export const contains = (column: RawBuilder<unknown>, search: string): RawBuilder<boolean> =>
  containsPlain(sql`app.plain(${column})`, search)

/** The same for a text that is plain already, such as `searchedSortName`: PostgreSQL computes no plain text for each row. */
export const containsPlain = (plainText: RawBuilder<unknown>, search: string): RawBuilder<boolean> =>
  sql<boolean>`${plainText} like app.plain(${`%${literal(search)}%`})`

/** `plain('r.name')`: the sort key of a name, without case and accents. */
export const plain = (column: string): RawBuilder<string> => sql<string>`app.plain(${sql.ref(column)})`

/** The number of rows before a page. */
export const offsetOf = ({ page, size }: Pick<ListOptions, 'page' | 'size'>): number => (page - 1) * size

/**
 * `totalOf(matches)`: the `total` of a list that grows with people or time. `matches` is a query of all rows, without order and page.
 * PostgreSQL reads at most `countedRows + 1` of them, once. A list that configuration keeps short has `count(*) over ()` instead.
 */
export const totalOf = (matches: Expression<unknown>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from (select from (${matches}) every_match limit ${countedRows + 1}) counted)`

/** The answer of a list. Each row carries the total count as `total`. */
export function pageOf<Row extends { total: number }, Item>(
  rows: Row[],
  { page, size }: ListOptions,
  item: (row: Row) => Item,
) {
  return { data: rows.map(item), page: String(page), size, total: rows[0]?.total ?? 0 }
}
