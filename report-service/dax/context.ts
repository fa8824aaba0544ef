// The filter context: filters that apply to every scan of a table, and how CALCULATE changes them.
// It reads no table: scan.ts decides which filters reach which rows. A context is immutable; every change creates a new one.
// Next: scan.ts, calculate.ts.
import { DaxError } from './errors.ts'
import { sameColumn, type ColumnInfo, type Schema, type TableInfo } from './schema.ts'
import { columnOf, ident, sameness, sql, word, type Sql } from './sql.ts'

export type Resolved = { sql: Sql; nullable: boolean }

/** A column equals a value of an outer row: a group of SUMMARIZECOLUMNS, or the current row of an iterator. */
export type KeyFilter = { kind: 'key'; column: ColumnInfo; value: Resolved }

/** A condition on columns of one table. Null counts as false. */
export type TestFilter = {
  kind: 'test'
  columns: ColumnInfo[]
  test: (resolve: (column: ColumnInfo) => Resolved) => Sql
}

/** The values of several columns together must be in `relation`, a SELECT with one output `c0, c1, …` per column. */
export type SetFilter = { kind: 'set'; columns: ColumnInfo[]; outputs: string[]; relation: Sql }

/**
 * A filter by whole rows of a table: one row (`rowid` of an outer row) or many (`relation`, a SELECT of rowids named `r`). It also filters
 * the tables that these rows lead to by relationships, except those in `hidden`.
 */
export type RowsFilter = {
  kind: 'rows'
  table: TableInfo
  rows: { one: Sql; row: (column: ColumnInfo) => Sql } | { many: Sql; group?: Group }
  /** Columns restricted by this filter: those of the table and of the tables that it leads to. */
  covers: readonly ColumnInfo[]
  hidden: ReadonlyMap<string, 'all' | 'part'>
}

/** States that rows are those of `all` with these values. So one grouped scan can replace a subquery for each group. */
export type Group = { all: Sql; keys: readonly KeyFilter[] }

export type Filter = KeyFilter | TestFilter | SetFilter | RowsFilter

export type FilterContext = {
  filters: readonly Filter[]
  active: ReadonlySet<string>
  /** Filters that ALLSELECTED restores: those before any group or iterator added its own. */
  selected: readonly Filter[]
}

export function emptyContext(schema: Schema): FilterContext {
  return { filters: [], active: schema.active, selected: [] }
}

export function withFilters(context: FilterContext, filters: readonly Filter[]): FilterContext {
  return filters.length === 0 ? context : { ...context, filters: [...context.filters, ...filters] }
}

/** Adds filters and removes the earlier filters on the same columns, as CALCULATE does. */
export function overriding(context: FilterContext, filters: readonly Filter[], makeAlias: () => string): FilterContext {
  const columns = filters.flatMap(filteredColumns)
  return withFilters(withoutColumns(context, columns, makeAlias), filters)
}

/** The columns that a filter restricts. */
export function filteredColumns(filter: Filter): readonly ColumnInfo[] {
  return filter.kind === 'rows' ? filter.covers : ownColumns(filter)
}

function ownColumns(filter: KeyFilter | TestFilter | SetFilter): readonly ColumnInfo[] {
  return filter.kind === 'key' ? [filter.column] : filter.columns
}

/** Removes all filters on these columns. A filter on several columns keeps its restriction on the other columns. */
export function withoutColumns(
  context: FilterContext,
  columns: readonly ColumnInfo[],
  makeAlias: () => string,
): FilterContext {
  if (columns.length === 0 || context.filters.length === 0) return context
  const isRemoved = (column: ColumnInfo): boolean => columns.some((one) => sameColumn(one, column))
  return { ...context, filters: context.filters.flatMap((filter) => lessened(filter, isRemoved, makeAlias)) }
}

function lessened(filter: Filter, isRemoved: (column: ColumnInfo) => boolean, makeAlias: () => string): Filter[] {
  if (filter.kind === 'rows') return lessenedRows(filter, isRemoved, makeAlias)
  const own = ownColumns(filter)
  const remainingColumns = own.filter((column) => !isRemoved(column))
  if (remainingColumns.length === own.length) return [filter]
  if (remainingColumns.length === 0) return []
  if (filter.kind !== 'set')
    throw new DaxError(
      'unsupported',
      `A filter on ${own.map((one) => `[${one.name}]`).join(' and ')} together cannot be replaced in part.`,
    )
  const outputs = filter.outputs.filter((_, index) => remainingColumns.some((one) => one === own[index]))
  return [{ ...filter, columns: remainingColumns, outputs }]
}

function lessenedRows(
  filter: RowsFilter,
  isRemoved: (column: ColumnInfo) => boolean,
  makeAlias: () => string,
): Filter[] {
  const hidden = nowHidden(filter, isRemoved)
  const remainingColumns = filter.table.columns.filter((column) => !isRemoved(column))
  if (remainingColumns.length === 0) return []
  const known =
    remainingColumns.length === filter.table.columns.length ||
    remainingColumns.some((column) => column.unique && !column.nullable)
  if (known) return [hidden.size === 0 ? filter : { ...filter, hidden }]
  return 'one' in filter.rows
    ? keysOf(filter.rows.row, remainingColumns)
    : [setOf(filter.table, filter.rows.many, remainingColumns, makeAlias())]
}

/** Tables on the one side that the filter no longer reaches, completely or in part. */
function nowHidden(filter: RowsFilter, isRemoved: (column: ColumnInfo) => boolean): Map<string, 'all' | 'part'> {
  const hidden = new Map(filter.hidden)
  for (const column of filter.covers) {
    if (column.table === filter.table.name || hidden.get(column.table) === 'all' || !isRemoved(column)) continue
    const whole = filter.covers.every((one) => one.table !== column.table || isRemoved(one))
    hidden.set(column.table, whole ? 'all' : 'part')
  }
  return hidden
}

function keysOf(row: (column: ColumnInfo) => Sql, columns: ColumnInfo[]): KeyFilter[] {
  return columns.map((column) => ({ kind: 'key', column, value: { sql: row(column), nullable: column.nullable } }))
}

function setOf(table: TableInfo, many: Sql, columns: ColumnInfo[], alias: string): SetFilter {
  const outputs = columns.map((_, index) => `c${index}`)
  const list = columns.map((column, index) => sql`${columnOf(alias, column.name)} as ${ident(`c${index}`)}`)
  const selected = list.reduce((all, one) => sql`${all}, ${one}`)
  const relation = sql`select ${selected} from ${ident(table.name)} ${word(alias)} where ${columnOf(alias, 'rowid')} in (${many})`
  const refs = new Set(relation.refs)
  refs.delete(alias)
  return { kind: 'set', columns, outputs, relation: { ...relation, refs } }
}

/**
 * Changes the key filters of a context: a filter by the value of an outer query reads the column of the inner query instead, which has the
 * same value. `value` is the one of the outer query, `column` the one of the inner query.
 */
export function rebound(context: FilterContext, keys: readonly { column: Resolved; value: Resolved }[]): FilterContext {
  if (keys.length === 0) return context
  const nearer = new Map(keys.map((key) => [sameness(key.value.sql), key.column]))
  const reboundKey = (key: KeyFilter): KeyFilter => {
    const column = nearer.get(sameness(key.value.sql))
    return column ? { ...key, value: column } : key
  }
  const filters = context.filters.map((filter): Filter => {
    if (filter.kind === 'key') return reboundKey(filter)
    if (filter.kind !== 'rows') return filter
    if ('many' in filter.rows) {
      const { group } = filter.rows
      const own = group && { ...filter.rows, group: { ...group, keys: group.keys.map(reboundKey) } }
      return own ? { ...filter, rows: own } : filter
    }
    const rowid = nearer.get(sameness(filter.rows.one))
    return rowid ? { ...filter, rows: { ...filter.rows, one: rowid.sql } } : filter
  })
  return { ...context, filters }
}
