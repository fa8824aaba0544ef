// Functions that return tables.
// Next: ../rows.ts, ../summarize.ts.
import type { Node, NodeOf } from '../ast.ts'
import { scalar, table } from '../compile.ts'
import { filtersOf } from '../calculate.ts'
import { emptyContext, overriding, type Filter, type KeyFilter } from '../context.ts'
import { ofRow, withContext, type Env, type TableFunction } from '../environment.ts'
import { DaxError } from '../errors.ts'
import { asCondition, asValue } from '../expr.ts'
import { closed, relationRows, scanRows, selectFrom, type RowColumn, type Rows } from '../rows.ts'
import { sameColumn, type ColumnInfo } from '../schema.ts'
import { columnOf, ident, sameness, sql } from '../sql.ts'
import { summarizeColumns } from '../summarize.ts'
import { columnArgument, requiredArgument, argumentsFrom, tableArgument, takes, textArgument } from './arguments.ts'

const filter: TableFunction = (env, call) => {
  takes(call, 2, 2)
  const rows = table(requiredArgument(call, 0), env)
  const condition = requiredArgument(call, 1)
  rows.where.push(asCondition(scalar(condition, ofRow(env, rows)), condition.at))
  return { ...rows, literal: null }
}

/** Distinct values of one column, or of several columns of one table, under the current filters. */
function distinctColumns(env: Env, columns: ColumnInfo[], withBlankRow: boolean): Rows {
  const [first] = columns
  if (!first) throw new Error('A list of columns is never empty here.')
  const rows = scanRows(env, env.schema.table(first.table), { withBlankRow })
  const picked = columns.map((column) => pickedColumn(rows, column))
  return relationRows(env, closed(rows, picked, { distinct: true }))
}

function pickedColumn(rows: Rows, column: ColumnInfo): RowColumn {
  const found = rows.row.related(column)
  if (!found)
    throw new DaxError('binding', `'${column.table}'[${column.name}] is not of this table or of one it leads to.`)
  const { name, dataType, formatString } = column
  return { name, lineage: column, type: dataType, nullable: found.nullable, formatString, sql: found.sql }
}

const values: TableFunction = (env, call) => {
  takes(call, 1, 1)
  const node = requiredArgument(call, 0)
  const info = tableArgument(env, node)
  if (info) return scanRows(env, info, { withBlankRow: true })
  return distinctColumns(env, [columnArgument(env, node)], true)
}

const distinct: TableFunction = (env, call) => {
  takes(call, 1, 1)
  const node = requiredArgument(call, 0)
  if (node.kind === 'column') return distinctColumns(env, [columnArgument(env, node)], false)
  const rows = table(node, env)
  return relationRows(env, closed(rows, rows.columns, { distinct: true }))
}

/** ALL as a table function: ignores all filters except row-level security, and includes the blank row. */
function all(withBlankRow: boolean): TableFunction {
  return (env, call) => {
    takes(call, 1, Infinity)
    const bare = withContext(env, { ...emptyContext(env.schema), active: env.context.active })
    const info = tableArgument(env, requiredArgument(call, 0))
    if (info) {
      takes(call, 1, 1)
      return scanRows(bare, info, { withBlankRow })
    }
    return distinctColumns(bare, oneTable(env, call, argumentsFrom(call, 0)), withBlankRow)
  }
}

function oneTable(env: Env, call: NodeOf<'call'>, nodes: Node[]): ColumnInfo[] {
  const columns = nodes.map((node) => columnArgument(env, node))
  if (new Set(columns.map((column) => column.table)).size > 1)
    throw new DaxError('binding', `${call.name} takes columns of one table.`, call.at)
  return columns
}

/** ALLSELECTED as a table function: uses the filters that applied before groups and iterators added theirs. */
const allSelected: TableFunction = (env, call) => {
  takes(call, 1, Infinity)
  const selected = withContext(env, { ...env.context, filters: env.context.selected })
  const info = tableArgument(env, requiredArgument(call, 0))
  return info
    ? scanRows(selected, info, { withBlankRow: true })
    : distinctColumns(selected, oneTable(env, call, argumentsFrom(call, 0)), true)
}

const allExcept: TableFunction = (env, call) => {
  takes(call, 2, Infinity)
  const info = tableArgument(env, requiredArgument(call, 0))
  if (!info) throw new DaxError('binding', 'A table of the model is expected here.', requiredArgument(call, 0).at)
  const left = oneTable(env, call, argumentsFrom(call, 1))
  const bare = withContext(env, { ...emptyContext(env.schema), active: env.context.active })
  return distinctColumns(
    bare,
    info.columns.filter((column) => !left.some((one) => sameColumn(one, column))),
    true,
  )
}

type NamedNode = { name: string; value: Node }

/** The pairs of name and expression from this argument on. Throws if a name is given twice or belongs to one of `columns`. */
function namedNodes(call: NodeOf<'call'>, first: number, columns: readonly RowColumn[] = []): NamedNode[] {
  const nodes = argumentsFrom(call, first)
  if (nodes.length % 2 === 1)
    throw new DaxError('binding', `${call.name} takes names and expressions in pairs.`, call.at)
  const taken = new Set(columns.map((column) => column.name.toLowerCase()))
  return nodes.flatMap((node, index) => {
    const value = nodes[index + 1]
    if (index % 2 === 1 || !value) return []
    const name = textArgument(node)
    if (taken.has(name.toLowerCase()))
      throw new DaxError('binding', `${call.name} cannot add the column [${name}]: it exists already.`, node.at)
    taken.add(name.toLowerCase())
    return [{ name, value }]
  })
}

/** Computes a column for each pair of name and expression. A plain column of `ownColumns` keeps its lineage (SELECTCOLUMNS). */
function computed(inner: Env, pairs: NamedNode[], ownColumns: readonly RowColumn[] = []): RowColumn[] {
  return pairs.map(({ name, value }) => {
    const made = scalar(value, inner)
    const lineage =
      value.kind === 'column' ? ownColumns.find((column) => sameness(column.sql) === sameness(made.sql))?.lineage : null
    return {
      name,
      lineage: lineage ?? null,
      type: made.type,
      nullable: made.nullable,
      formatString: made.formatString,
      sql: asValue(made).sql,
    }
  })
}

const addColumns: TableFunction = (env, call) => {
  takes(call, 3, Infinity)
  const rows = table(requiredArgument(call, 0), env)
  const added = computed(ofRow(env, rows), namedNodes(call, 1, rows.columns))
  return relationRows(env, closed(rows, [...rows.columns, ...added]))
}

const selectColumns: TableFunction = (env, call) => {
  takes(call, 2, Infinity)
  const rows = table(requiredArgument(call, 0), env)
  return relationRows(env, closed(rows, computed(ofRow(env, rows), namedNodes(call, 1), rows.columns)))
}

const row: TableFunction = (env, call) => {
  takes(call, 2, Infinity)
  const one = relationRows(env, { relation: sql`select 1 as ${ident('c0')}`, columns: [], keys: [] })
  const inner = { ...env, scope: one.scope }
  return relationRows(env, closed(one, computed(inner, namedNodes(call, 0))))
}

/** SUMMARIZE(table, columns …, "name", expression …): existing combinations, with an expression for each. */
const summarize: TableFunction = (env, call) => {
  takes(call, 2, Infinity)
  const nodes = argumentsFrom(call, 1)
  const first = nodes.findIndex((node) => node.kind !== 'column')
  const groups = first < 0 ? nodes : nodes.slice(0, first)
  const rows = table(requiredArgument(call, 0), env)
  const columns = groups.map((node) => pickedOrNamed(env, rows, node))
  const grouped = relationRows(env, closed(rows, columns, { distinct: true }))
  if (first < 0) return grouped
  const added = computed(inGroup(env, rows, columns, grouped), namedNodes(call, 1 + first, grouped.columns))
  return relationRows(env, closed(grouped, [...grouped.columns, ...added]))
}

/** The environment of SUMMARIZE's expressions. The rows of the group filter all columns of their table and of the tables that they lead to. */
function inGroup(env: Env, rows: Rows, groups: readonly RowColumn[], grouped: Rows): Env {
  const inner = ofRow(env, grouped)
  // The filter context already holds the group, so context transition adds nothing.
  const own: Env = { ...inner, rows: [...env.rows, { ...grouped.row, transition: () => [] }] }
  if (!rows.columns.some((column) => column.lineage)) return own
  const keys = groups.map((column, index) => ({ column, value: grouped.columns[index] ?? column }))
  const isOfGroup = keys.map(({ column, value }) => sql`${column.sql} is not distinct from ${value.sql}`)
  const filters = filtersOf({ ...rows, literal: null, where: [...rows.where, ...isOfGroup] })
  const makeAlias = (): string => env.makeAlias('t')
  return {
    ...own,
    context: overriding(
      inner.context,
      filters.map((filter) => withGroup(filter, rows, keys)),
      makeAlias,
    ),
  }
}

function withGroup(filter: Filter, rows: Rows, keys: readonly { column: RowColumn; value: RowColumn }[]): Filter {
  if (filter.kind !== 'rows' || !('many' in filter.rows) || !rows.scan) return filter
  const all = selectFrom(rows, sql`${columnOf(rows.scan.alias, 'rowid')} as r`)
  const own = keys.flatMap(({ column: { lineage }, value }): KeyFilter[] =>
    lineage ? [{ kind: 'key', column: lineage, value: { sql: value.sql, nullable: value.nullable } }] : [],
  )
  return { ...filter, rows: { ...filter.rows, group: { all, keys: own } } }
}

function pickedOrNamed(env: Env, rows: Rows, node: Node): RowColumn {
  if (node.kind === 'column' && node.table === null) {
    const named = rows.columns.find((column) => column.name.toLowerCase() === node.name.toLowerCase())
    if (named) return named
  }
  return pickedColumn(rows, columnArgument(env, node))
}

export const TABLES: [string, TableFunction][] = [
  ['FILTER', filter],
  ['VALUES', values],
  ['DISTINCT', distinct],
  ['ALL', all(true)],
  ['ALLNOBLANKROW', all(false)],
  ['ALLSELECTED', allSelected],
  ['ALLEXCEPT', allExcept],
  ['ADDCOLUMNS', addColumns],
  ['SELECTCOLUMNS', selectColumns],
  ['ROW', row],
  ['SUMMARIZE', summarize],
  ['SUMMARIZECOLUMNS', summarizeColumns],
]
