// Functions that return tables.
// Next: ../rows.ts, ../summarize.ts.
import type { Node, NodeOf } from '../ast.ts'
import { scalar, table } from '../compile.ts'
import { emptyContext } from '../context.ts'
import { withContext, type Env, type TableFunction } from '../environment.ts'
import { DaxError } from '../errors.ts'
import { asCondition, asValue } from '../expr.ts'
import { closed, ofRow, relationRows, scanRows, type RowColumn, type Rows } from '../rows.ts'
import { sameColumn, type ColumnInfo } from '../schema.ts'
import { ident, sameness, sql } from '../sql.ts'
import { summarizeColumns } from '../summarize.ts'
import { columnArgument, given, givenFrom, tableArgument, takes, textArgument } from './arguments.ts'

const filter: TableFunction = (env, call) => {
  takes(call, 2, 2)
  const rows = table(given(call, 0), env)
  const condition = given(call, 1)
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
  const node = given(call, 0)
  const info = tableArgument(env, node)
  if (info) return scanRows(env, info, { withBlankRow: true })
  return distinctColumns(env, [columnArgument(env, node)], true)
}

const distinct: TableFunction = (env, call) => {
  takes(call, 1, 1)
  const node = given(call, 0)
  if (node.kind === 'column') return distinctColumns(env, [columnArgument(env, node)], false)
  const rows = table(node, env)
  return relationRows(env, closed(rows, rows.columns, { distinct: true }))
}

/** ALL as a table function: ignores all filters except row-level security, and includes the blank row. */
function all(withBlankRow: boolean): TableFunction {
  return (env, call) => {
    takes(call, 1, Infinity)
    const bare = withContext(env, { ...emptyContext(env.schema), active: env.context.active })
    const info = tableArgument(env, given(call, 0))
    if (info) {
      takes(call, 1, 1)
      return scanRows(bare, info, { withBlankRow })
    }
    return distinctColumns(bare, oneTable(env, call, givenFrom(call, 0)), withBlankRow)
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
  const info = tableArgument(env, given(call, 0))
  return info
    ? scanRows(selected, info, { withBlankRow: true })
    : distinctColumns(selected, oneTable(env, call, givenFrom(call, 0)), true)
}

const allExcept: TableFunction = (env, call) => {
  takes(call, 2, Infinity)
  const info = tableArgument(env, given(call, 0))
  if (!info) throw new DaxError('binding', 'A table of the model is expected here.', given(call, 0).at)
  const left = oneTable(env, call, givenFrom(call, 1))
  const bare = withContext(env, { ...emptyContext(env.schema), active: env.context.active })
  return distinctColumns(
    bare,
    info.columns.filter((column) => !left.some((one) => sameColumn(one, column))),
    true,
  )
}

type NamedNode = { name: string; value: Node }

function namedNodes(call: NodeOf<'call'>, first: number): NamedNode[] {
  const nodes = givenFrom(call, first)
  if (nodes.length % 2 === 1)
    throw new DaxError('binding', `${call.name} takes names and expressions in pairs.`, call.at)
  return nodes.flatMap((node, index) => {
    const value = nodes[index + 1]
    return index % 2 === 0 && value ? [{ name: textArgument(node), value }] : []
  })
}

/** Computes a column for each pair of name and expression. In SELECTCOLUMNS a plain column keeps its lineage. */
function computed(env: Env, rows: Rows, pairs: NamedNode[], keepsLineage: boolean): RowColumn[] {
  const inner = ofRow(env, rows)
  return pairs.map(({ name, value }) => {
    const made = scalar(value, inner)
    const lineage =
      keepsLineage && value.kind === 'column'
        ? rows.columns.find((column) => sameness(column.sql) === sameness(made.sql))?.lineage
        : null
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
  const rows = table(given(call, 0), env)
  const added = computed(env, rows, namedNodes(call, 1), false)
  return relationRows(env, closed(rows, [...rows.columns, ...added]))
}

const selectColumns: TableFunction = (env, call) => {
  takes(call, 2, Infinity)
  const rows = table(given(call, 0), env)
  return relationRows(env, closed(rows, computed(env, rows, namedNodes(call, 1), true)))
}

const row: TableFunction = (env, call) => {
  takes(call, 2, Infinity)
  const one = relationRows(env, { relation: sql`select 1 as ${ident('c0')}`, columns: [], keys: [] })
  const inner = { ...env, scope: one.scope }
  const columns = namedNodes(call, 0).map(({ name, value }): RowColumn => {
    const made = scalar(value, inner)
    return {
      name,
      lineage: null,
      type: made.type,
      nullable: made.nullable,
      formatString: made.formatString,
      sql: asValue(made).sql,
    }
  })
  return relationRows(env, closed(one, columns))
}

/** SUMMARIZE(table, columns …, "name", expression …): existing combinations, with an expression for each. */
const summarize: TableFunction = (env, call) => {
  takes(call, 2, Infinity)
  const nodes = givenFrom(call, 1)
  const first = nodes.findIndex((node) => node.kind !== 'column')
  const groups = first < 0 ? nodes : nodes.slice(0, first)
  const rows = table(given(call, 0), env)
  const columns = groups.map((node) => pickedOrNamed(env, rows, node))
  const grouped = relationRows(env, closed(rows, columns, { distinct: true }))
  if (first < 0) return grouped
  const added = computed(env, grouped, namedNodes(call, 1 + first), false)
  return relationRows(env, closed(grouped, [...grouped.columns, ...added]))
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
