// Table functions that sort, cross, combine or generate rows.
// Next: tables.ts, ../rows.ts.
import { scalar, table } from '../compile.ts'
import { ofRow, type Env, type TableFunction } from '../environment.ts'
import { DaxError } from '../errors.ts'
import { asNumber, asValue, commonType, toType } from '../expr.ts'
import { closed, columnExpr, ownAliases, relationRows, selectFrom, type RowColumn, type Rows } from '../rows.ts'
import { sameColumn } from '../schema.ts'
import { columnOf, enclosed, ident, join, sql, word, type Sql } from '../sql.ts'
import { columnArgument, descends, requiredArgument, argumentsFrom, takes } from './arguments.ts'

/** TOPN: the first rows by a sort order, including all rows that tie with the last one. */
const topN: TableFunction = (env, call) => {
  takes(call, 2, Infinity)
  const count = asNumber(scalar(requiredArgument(call, 0), env), requiredArgument(call, 0).at)
  const rows = table(requiredArgument(call, 1), env)
  const inner = ofRow(env, rows)
  const orders: Sql[] = []
  for (let index = 2; index < call.arguments.length; index += 2) {
    const value = scalar(requiredArgument(call, index), inner)
    orders.push(
      ordering(asValue(value).sql, value.type === 'string', descends(call.arguments[index + 1] ?? null, true)),
    )
  }
  const done = closed(rows, rows.columns)
  const alias = env.makeAlias('x')
  const parts =
    rows.keys.length > 0
      ? sql`partition by ${join(
          rows.keys.map((key) => key.column.sql),
          ', ',
        )} `
      : sql``
  // All rows would tie without a sort order, so any rows are taken.
  const over =
    orders.length > 0 ? sql`rank() over (${parts}order by ${join(orders, ', ')})` : sql`row_number() over (${parts})`
  const rank = sql`${over} as ${ident('rank')}`
  const list = [
    ...rows.columns.map((column, index) => sql`${column.sql} as ${ident(`c${index}`)}`),
    ...rows.keys.map((key, index) => sql`${key.column.sql} as ${ident(`k${index}`)}`),
    rank,
  ]
  const where = rows.where.length > 0 ? sql` where ${join(rows.where, ' and ')}` : sql``
  const ranked = enclosed(sql`select ${join(list, ', ')} from ${rows.from()}${where}`, ownAliases(rows))
  const relation = enclosed(
    sql`select * from (${ranked}) ${word(alias)} where ${columnOf(alias, 'rank')} <= ${count.sql}`,
    [alias],
  )
  return relationRows(env, { ...done, relation })
}

/** Sort order: BLANK first; text ignores case and accents, then compares exactly. */
export function ordering(value: Sql, isText: boolean, descending: boolean): Sql {
  const end = descending ? sql` desc nulls last` : sql` asc nulls first`
  return isText ? sql`strip_accents(lower(${value}))${end}, ${value}${end}` : sql`${value}${end}`
}

/** TREATAS: uses the values of a table as values of these columns. */
const treatAs: TableFunction = (env, call) => {
  takes(call, 2, Infinity)
  const rows = table(requiredArgument(call, 0), env)
  const columns = argumentsFrom(call, 1).map((node) => columnArgument(env, node))
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
  const parts = argumentsFrom(call, 0).map((node) => table(node, env))
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

/** UNION, EXCEPT and INTERSECT match columns by position. Names and lineage come from the first table. */
function combined(between: Sql): TableFunction {
  return (env, call) => {
    takes(call, 2, Infinity)
    const parts = argumentsFrom(call, 0).map((node) => table(node, env))
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
  const bounds = argumentsFrom(call, 0).map((node) => asNumber(scalar(node, { ...env, scope: null }), node.at))
  if (bounds.some((bound) => bound.type !== 'int64'))
    throw new DaxError('unsupported', 'GENERATESERIES is answered for whole numbers only.', call.at)
  const [first, last, step] = bounds.map((bound) => bound.sql)
  const [from, to, by] = [first ?? sql`0`, last ?? sql`0`, step ?? sql`1`]
  const list = sql`generate_series(${from}, ${to}, ${by})`
  return series(env, sql`(${to} - ${from}) / nullif(${by}, 0)`, list, 'Value', 'int64')
}

const calendar: TableFunction = (env, call) => {
  takes(call, 2, 2)
  const bounds = argumentsFrom(call, 0).map((node) => {
    const value = scalar(node, { ...env, scope: null })
    if (value.type !== 'dateTime') throw new DaxError('binding', 'CALENDAR takes two dates.', node.at)
    return sql`date_trunc('day', ${value.sql})`
  })
  const [from, to] = [bounds[0] ?? sql`null`, bounds[1] ?? sql`null`]
  const list = sql`generate_series(${from}, ${to}, interval 1 day)`
  return series(env, sql`date_diff('day', ${from}, ${to})`, list, 'Date', 'dateTime')
}

/** Checks the length first, because DuckDB builds the whole list in memory. */
function series(env: Env, length: Sql, list: Sql, name: string, type: 'int64' | 'dateTime'): Rows {
  const column: RowColumn = { name, lineage: null, type, nullable: false, formatString: null, sql: sql`` }
  const guarded = sql`case when ${length} > 1000000 then error('A series is too long.') else ${list} end`
  return relationRows(env, { relation: sql`select unnest(${guarded}) as ${ident('c0')}`, columns: [column], keys: [] })
}

export const ROW_SETS: [string, TableFunction][] = [
  ['TOPN', topN],
  ['TREATAS', treatAs],
  ['CROSSJOIN', crossJoin],
  ['UNION', combined(sql`union all`)],
  ['EXCEPT', combined(sql`except all`)],
  ['INTERSECT', combined(sql`intersect all`)],
  ['GENERATESERIES', generateSeries],
  ['CALENDAR', calendar],
]
