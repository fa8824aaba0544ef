// Functions that give tables.
// Next: ../rows.ts, ../summarize.ts.
import type { Node, NodeOf } from '../ast.ts'
import { scalar, table } from '../compile.ts'
import { emptyContext, rebound } from '../context.ts'
import { insideRow, withContext, type Env, type TableFunction } from '../environment.ts'
import { DaxError } from '../errors.ts'
import { asCondition, asNumber, asValue, commonType, toType } from '../expr.ts'
import { closed, columnExpr, relationRows, scanRows, selectFrom, type RowColumn, type Rows } from '../rows.ts'
import { sameColumn, type ColumnInfo } from '../schema.ts'
import { columnOf, enclosed, ident, join, sameness, sql, word, type Sql } from '../sql.ts'
import { summarizeColumns } from '../summarize.ts'
import { columnArgument, given, givenFrom, tableArgument, takes, textArgument } from './arguments.ts'

/** The environment of one row of these rows. */
export function ofRow(env: Env, rows: Rows): Env {
  return insideRow(env, rows.row, rows.scope, rebound(env.context, rows.keys))
}

const filter: TableFunction = (env, call) => {
  takes(call, 2, 2)
  const rows = table(given(call, 0), env)
  const condition = given(call, 1)
  rows.where.push(asCondition(scalar(condition, ofRow(env, rows)), condition.at))
  return { ...rows, literal: null }
}

/** Distinct values of one column, or of several columns of one table, as the filters leave them. */
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

/** ALL as a table: without any filter (security stays), with the blank row. */
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

/** ALLSELECTED as a table: under the filters that stood before groups and iterators added theirs. */
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

/** A new column for each pair; a bare column keeps its lineage, as SELECTCOLUMNS does. */
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

/** SUMMARIZE(table, columns …, "name", expression …): the combinations that occur, then an expression for each. */
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

/** The first rows by an order; rows that tie with the last are all there. */
const topN: TableFunction = (env, call) => {
  takes(call, 2, Infinity)
  const count = asNumber(scalar(given(call, 0), env), given(call, 0).at)
  const rows = table(given(call, 1), env)
  const inner = ofRow(env, rows)
  const orders: Sql[] = []
  for (let index = 2; index < call.arguments.length; index += 2) {
    const value = scalar(given(call, index), inner)
    orders.push(ordering(asValue(value).sql, value.type === 'string', descends(call.arguments[index + 1] ?? null)))
  }
  const done = closed(rows, rows.columns)
  if (orders.length === 0) orders.push(sql`1`)
  const alias = env.makeAlias('x')
  const parts =
    rows.keys.length > 0
      ? sql`partition by ${join(
          rows.keys.map((key) => key.column.sql),
          ', ',
        )} `
      : sql``
  const rank = sql`rank() over (${parts}order by ${join(orders, ', ')}) as ${ident('rank')}`
  const list = [
    ...rows.columns.map((column, index) => sql`${column.sql} as ${ident(`c${index}`)}`),
    ...rows.keys.map((key, index) => sql`${key.column.sql} as ${ident(`k${index}`)}`),
    rank,
  ]
  const where = rows.where.length > 0 ? sql` where ${join(rows.where, ' and ')}` : sql``
  const ranked = enclosed(sql`select ${join(list, ', ')} from ${rows.from()}${where}`, [
    ...rows.scope.aliases,
    ...(rows.scan?.aliases ?? []),
  ])
  const relation = enclosed(
    sql`select * from (${ranked}) ${word(alias)} where ${columnOf(alias, 'rank')} <= ${count.sql}`,
    [alias],
  )
  return relationRows(env, { ...done, relation })
}

function descends(node: Node | null): boolean {
  if (node === null) return true
  if (node.kind === 'name' && /^(asc|desc)$/i.test(node.name)) return node.name.toLowerCase() === 'desc'
  if (node.kind === 'number') return node.value === 0
  throw new DaxError('binding', 'ASC or DESC is expected here.', node.at)
}

/** BLANK is least. Text is ordered without regard to case and accents first. */
export function ordering(value: Sql, isText: boolean, descending: boolean): Sql {
  const end = descending ? sql` desc nulls last` : sql` asc nulls first`
  return isText ? sql`strip_accents(lower(${value}))${end}, ${value}${end}` : sql`${value}${end}`
}

/** The values of a table taken for values of these columns. */
const treatAs: TableFunction = (env, call) => {
  takes(call, 2, Infinity)
  const rows = table(given(call, 0), env)
  const columns = givenFrom(call, 1).map((node) => columnArgument(env, node))
  if (columns.length !== rows.columns.length)
    throw new DaxError('binding', `TREATAS needs a column for each of ${rows.columns.length}.`, call.at)
  const treated = columns.map((column, index): RowColumn => {
    const own = rows.columns[index]
    if (!own) throw new Error('As many columns as names.')
    const value = columnExpr(own)
    commonType([value, { ...value, type: column.dataType }], call.at)
    const text = toType(value, column.dataType)
    return {
      name: column.name,
      lineage: column,
      type: column.dataType,
      nullable: true,
      formatString: column.formatString,
      sql: text,
    }
  })
  return { ...relationRows(env, closed(rows, treated, { distinct: true })), literal: rows.literal }
}

const crossJoin: TableFunction = (env, call) => {
  takes(call, 2, Infinity)
  const parts = givenFrom(call, 0).map((node) => table(node, env))
  const columns = parts.flatMap((rows) => rows.columns)
  const keys = parts.flatMap((rows) => rows.keys)
  const texts = parts.map((rows) => {
    const done = closed(rows, rows.columns)
    return { done, alias: env.makeAlias('x') }
  })
  const list = [
    ...texts.flatMap(({ done, alias }) => done.columns.map((_, index) => columnOf(alias, `c${index}`))),
    ...texts.flatMap(({ done, alias }) => done.keys.map((_, index) => columnOf(alias, `k${index}`))),
  ].map(
    (piece, index) => sql`${piece} as ${ident(index < columns.length ? `c${index}` : `k${index - columns.length}`)}`,
  )
  const from = join(
    texts.map(({ done, alias }) => sql`(${done.relation}) ${word(alias)}`),
    ' cross join ',
  )
  const relation = enclosed(
    sql`select ${join(list, ', ')} from ${from}`,
    texts.map(({ alias }) => alias),
  )
  return relationRows(env, { relation, columns, keys })
}

/** UNION, EXCEPT and INTERSECT: by place; names and lineage of the first. */
function combined(between: Sql): TableFunction {
  return (env, call) => {
    takes(call, 2, Infinity)
    const parts = givenFrom(call, 0).map((node) => table(node, env))
    const [first] = parts
    if (!first || parts.some((rows) => rows.columns.length !== first.columns.length))
      throw new DaxError('binding', `${call.name} takes tables with as many columns each.`, call.at)
    const columns = first.columns.map((column, index): RowColumn => {
      const own = parts.map((rows) => rows.columns[index]).filter((one) => one !== undefined)
      const lineage = own.every((one) => one.lineage && column.lineage && sameColumn(one.lineage, column.lineage))
        ? column.lineage
        : null
      return { ...column, lineage, type: commonType(own.map(columnExpr), call.at), nullable: true }
    })
    const selects = parts.map((rows) => {
      const list = rows.columns.map(
        (column, index) =>
          sql`${toType(columnExpr(column), columns[index]?.type ?? column.type)} as ${ident(`c${index}`)}`,
      )
      return sql`(${selectFrom(rows, join(list, ', '))})`
    })
    const relation = selects.reduce((left, right) => sql`${left} ${between} ${right}`)
    return relationRows(env, { relation, columns, keys: [] })
  }
}

const generateSeries: TableFunction = (env, call) => {
  takes(call, 2, 3)
  const bounds = givenFrom(call, 0).map((node) => asNumber(scalar(node, { ...env, scope: null }), node.at))
  if (bounds.some((bound) => bound.type !== 'int64'))
    throw new DaxError('unsupported', 'GENERATESERIES is answered for whole numbers only.', call.at)
  const [first, last, step] = bounds.map((bound) => bound.sql)
  const [from, to, by] = [first ?? sql`0`, last ?? sql`0`, step ?? sql`1`]
  const list = sql`generate_series(${from}, ${to}, ${by})`
  return series(env, sql`(${to} - ${from}) / nullif(${by}, 0)`, list, 'Value', 'int64')
}

const calendar: TableFunction = (env, call) => {
  takes(call, 2, 2)
  const bounds = givenFrom(call, 0).map((node) => {
    const value = scalar(node, { ...env, scope: null })
    if (value.type !== 'dateTime') throw new DaxError('binding', 'CALENDAR takes two dates.', node.at)
    return sql`date_trunc('day', ${value.sql})`
  })
  const [from, to] = [bounds[0] ?? sql`null`, bounds[1] ?? sql`null`]
  const list = sql`generate_series(${from}, ${to}, interval 1 day)`
  return series(env, sql`date_diff('day', ${from}, ${to})`, list, 'Date', 'dateTime')
}

/** The list is made whole before it is read, so its length is looked at first. */
function series(env: Env, length: Sql, list: Sql, name: string, type: 'int64' | 'dateTime'): Rows {
  const column: RowColumn = { name, lineage: null, type, nullable: false, formatString: null, sql: sql`` }
  const guarded = sql`case when ${length} > 1000000 then error('A series is too long.') else ${list} end`
  return relationRows(env, { relation: sql`select unnest(${guarded}) as ${ident('c0')}`, columns: [column], keys: [] })
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
  ['TOPN', topN],
  ['TREATAS', treatAs],
  ['CROSSJOIN', crossJoin],
  ['UNION', combined(sql`union all`)],
  ['EXCEPT', combined(sql`except all`)],
  ['INTERSECT', combined(sql`intersect all`)],
  ['GENERATESERIES', generateSeries],
  ['CALENDAR', calendar],
]
