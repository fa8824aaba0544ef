// Aggregations such as SUM and SUMX: over a column, over an expression for each row, or over the rows themselves.
// Next: ../aggregates.ts.
import { aggregate, type Aggregate } from '../aggregates.ts'
import type { Node, NodeOf } from '../ast.ts'
import { scalar, table } from '../compile.ts'
import { ofRow, type Env, type ScalarFunction } from '../environment.ts'
import { DaxError, type Position } from '../errors.ts'
import { asNumber, asText, asValue, commonType, expr, isNumeric, toType, type Expr } from '../expr.ts'
import { binary } from '../operators.ts'
import { scanRows, type Rows } from '../rows.ts'
import { cast, join, sql, word } from '../sql.ts'
import { descends, requiredArgument, takes } from './arguments.ts'
import { ordering } from './row-sets.ts'

type Fold = (value: Expr, position: Position) => Aggregate

const sum: Fold = (value, position) => {
  const number = asNumber(value, position)
  const type = number.type === 'double' ? 'double' : number.type === 'decimal' ? 'decimal' : 'int64'
  return {
    sql: type === 'double' ? sql`sum(${number.sql})` : cast(sql`sum(${number.sql})`, type),
    type,
    formatString: value.formatString,
  }
}

const average: Fold = (value, position) => {
  const number = asNumber(value, position)
  return { sql: sql`avg(${number.sql})`, type: 'double', formatString: value.formatString }
}

/** Minimum or maximum, ignoring BLANK. Text is compared case-insensitively. */
function extreme(name: 'min' | 'max'): Fold {
  const fold = name === 'min' ? sql`min` : sql`max`
  const foldBy = name === 'min' ? sql`arg_min` : sql`arg_max`
  return (value) => {
    const operand = asValue(value)
    const text =
      operand.type === 'string' ? sql`${foldBy}(${operand.sql}, lower(${operand.sql}))` : sql`${fold}(${operand.sql})`
    return { sql: text, type: operand.type, formatString: operand.formatString }
  }
}

/** Returns BLANK, not 0, if there are no rows. */
const count: Fold = (value) => ({ sql: sql`nullif(count(${asValue(value).sql}), 0)`, type: 'int64' })

/** Counts BLANK and, in a column of texts, the empty text. */
const countBlank: Fold = (value) => {
  const operand = asValue(value)
  const counted = operand.type === 'string' ? sql`nullif(${operand.sql}, '')` : operand.sql
  return { sql: sql`nullif(count(*) - count(${counted}), 0)`, type: 'int64' }
}

const distinctCount: Fold = (value) => {
  const operand = asValue(value)
  const blanks = operand.nullable ? sql` + coalesce(max(case when ${operand.sql} is null then 1 else 0 end), 0)` : sql``
  return { sql: sql`nullif(count(distinct ${operand.sql})${blanks}, 0)`, type: 'int64' }
}

const distinctCountNoBlank: Fold = (value) => ({
  sql: sql`nullif(count(distinct ${asValue(value).sql}), 0)`,
  type: 'int64',
})

function numbersOnly(fold: Fold): Fold {
  return (value, position) => {
    if (!isNumeric(value.type) && value.type !== 'blank')
      throw new DaxError('binding', 'A column of numbers is expected here.', position)
    return fold(value, position)
  }
}

/** Median, standard deviation or variance, ignoring BLANK. */
function spread(name: 'median' | 'stddev_samp' | 'stddev_pop' | 'var_samp' | 'var_pop'): Fold {
  return (value, position) => ({
    sql: sql`${word(name)}(${cast(asNumber(value, position).sql, 'double')})`,
    type: 'double',
    formatString: value.formatString,
  })
}

/** An aggregation of a column, such as `SUM(Sales[Amount])`. The column is read in the filter context, never from the current row. */
function ofColumn(fold: Fold): ScalarFunction {
  return (env, call) => {
    takes(call, 1, 1)
    return overColumn(env, requiredArgument(call, 0), fold)
  }
}

function overColumn(env: Env, node: Node, fold: Fold): Expr {
  if (
    node.kind !== 'column' ||
    (node.table !== null &&
      env.schema.findColumn(node.table, node.name) === null &&
      env.schema.findTable(node.table) !== null &&
      env.schema.findMeasure(node.name) !== null)
  )
    throw new DaxError('binding', 'A column is expected here.', node.at)
  const tableName = node.table ?? env.rows.findLast((row) => row.table !== null)?.table
  if (!tableName) throw new DaxError('binding', `Say which table the column [${node.name}] is of.`, node.at)
  const column = env.schema.column(tableName, node.name, node.at)
  const rows = scanRows(env, env.schema.table(column.table))
  return aggregate(env, rows, () => {
    const found = rows.row.column(column)
    if (!found) throw new Error(`The scan of ${column.table} has no column ${column.name}.`)
    return fold(
      expr(found.sql, column.dataType, {
        nullable: found.nullable,
        narrow: column.narrow,
        formatString: column.formatString,
      }),
      node.at,
    )
  })
}

/** An aggregation over rows: `SUMX(table, expression)`. */
function ofRows(fold: Fold): ScalarFunction {
  return (env, call) => {
    takes(call, 2, 2)
    const rows = table(requiredArgument(call, 0), env)
    return aggregate(env, rows, (inner) => fold(scalar(requiredArgument(call, 1), inner), requiredArgument(call, 1).at))
  }
}

const countRows: ScalarFunction = (env, call) => {
  takes(call, 0, 1)
  return counted(env, call.arguments.length === 0 ? rowsAtHand(env, call) : table(requiredArgument(call, 0), env))
}

function rowsAtHand(env: Env, call: NodeOf<'call'>): Rows {
  const home = env.rows.at(-1)?.table
  if (!home) throw new DaxError('binding', `${call.name} needs a table.`, call.at)
  return scanRows(env, env.schema.table(home))
}

export function counted(env: Env, rows: Rows): Expr {
  return aggregate(env, rows, () => ({ sql: sql`nullif(count(*), 0)`, type: 'int64' }))
}

/** `MIN(column)`, or `MIN(a, b)`: the smaller of two values, with BLANK as zero. */
function ofColumnOrPair(fold: Fold, pair: 'least' | 'greatest'): ScalarFunction {
  return (env, call) => {
    takes(call, 1, 2)
    if (call.arguments.length === 1) return overColumn(env, requiredArgument(call, 0), fold)
    const values = [scalar(requiredArgument(call, 0), env), scalar(requiredArgument(call, 1), env)]
    const type = commonType(values, call.at)
    const list = join(
      values.map((value) => toType(value, type)),
      ', ',
    )
    return expr(pair === 'least' ? sql`least(${list})` : sql`greatest(${list})`, type)
  }
}

/** `CONCATENATEX(table, expression, delimiter, order, ASC)`. */
const concatenateX: ScalarFunction = (env, call) => {
  takes(call, 2, 5)
  const rows = table(requiredArgument(call, 0), env)
  const delimiter = call.arguments[2] ? asText(scalar(call.arguments[2], env), call.at).sql : sql`''`
  return aggregate(env, rows, (inner) => {
    const value = asText(scalar(requiredArgument(call, 1), inner), requiredArgument(call, 1).at)
    const by = call.arguments[3] ? scalar(call.arguments[3], inner) : null
    const order = by
      ? sql` order by ${ordering(asValue(by).sql, by.type === 'string', descends(call.arguments[4] ?? null, false))}`
      : sql``
    return { sql: sql`string_agg(${value.sql}, ${delimiter}${order})`, type: 'string' }
  })
}

/** The rank: one more than the number of rows with a better value. Ties share a rank. */
const rankX: ScalarFunction = (env, call) => {
  takes(call, 2, 5)
  const ties = call.arguments[4]
  if (ties && !(ties.kind === 'name' && ties.name.toUpperCase() === 'SKIP'))
    throw new DaxError('unsupported', 'RANKX ranks ties by SKIP only.', ties.at)
  const own = scalar(call.arguments[2] ?? requiredArgument(call, 1), env)
  const rows = table(requiredArgument(call, 0), env)
  const value = scalar(requiredArgument(call, 1), ofRow(env, rows))
  const before = descends(call.arguments[3] ?? null, true) ? '>' : '<'
  rows.where.push(binary(before, value, own, call.at).sql)
  const ahead = aggregate(env, rows, () => ({ sql: sql`count(*)`, type: 'int64' }))
  return expr(sql`(coalesce(${ahead.sql}, 0) + 1)`, 'int64', { nullable: false })
}

export const AGGREGATIONS: [string, ScalarFunction][] = [
  ['SUM', ofColumn(numbersOnly(sum))],
  ['AVERAGE', ofColumn(numbersOnly(average))],
  ['MIN', ofColumnOrPair(extreme('min'), 'least')],
  ['MAX', ofColumnOrPair(extreme('max'), 'greatest')],
  ['COUNT', ofColumn(count)],
  ['COUNTA', ofColumn(count)],
  ['DISTINCTCOUNT', ofColumn(distinctCount)],
  ['DISTINCTCOUNTNOBLANK', ofColumn(distinctCountNoBlank)],
  ['COUNTBLANK', ofColumn(countBlank)],
  ['COUNTROWS', countRows],
  ['SUMX', ofRows(sum)],
  ['AVERAGEX', ofRows(average)],
  ['MINX', ofRows(extreme('min'))],
  ['MAXX', ofRows(extreme('max'))],
  ['COUNTX', ofRows(count)],
  ['COUNTAX', ofRows(count)],
  [
    'PRODUCTX',
    ofRows((value, position) => ({
      sql: sql`product(${cast(asNumber(value, position).sql, 'double')})`,
      type: 'double',
    })),
  ],
  ['CONCATENATEX', concatenateX],
  ['RANKX', rankX],
  ...(
    [
      ['MEDIAN', 'MEDIANX', 'median'],
      ['STDEV.S', 'STDEVX.S', 'stddev_samp'],
      ['STDEV.P', 'STDEVX.P', 'stddev_pop'],
      ['VAR.S', 'VARX.S', 'var_samp'],
      ['VAR.P', 'VARX.P', 'var_pop'],
    ] as const
  ).flatMap(([column, row, name]): [string, ScalarFunction][] => [
    [column, ofColumn(numbersOnly(spread(name)))],
    [row, ofRows(spread(name))],
  ]),
]
