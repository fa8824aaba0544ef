// Values of other rows: the related row on the one side, a row found by value, the only remaining value.
import { aggregate } from '../aggregates.ts'
import { scalar, table } from '../compile.ts'
import { emptyContext } from '../context.ts'
import type { ScalarFunction, TableFunction } from '../environment.ts'
import { calculated } from '../calculate.ts'
import { DaxError } from '../errors.ts'
import { asValue, BLANK, expr, toType } from '../expr.ts'
import { binary } from '../operators.ts'
import { columnExpr, scanRows } from '../rows.ts'
import { sql } from '../sql.ts'
import { columnArgument, requiredArgument, takes } from './arguments.ts'

/** A value of the related row on the one side. */
const related: ScalarFunction = (env, call) => {
  takes(call, 1, 1)
  const column = columnArgument(env, requiredArgument(call, 0))
  for (const row of env.rows.toReversed()) {
    const found = row.related(column)
    if (found)
      return expr(found.sql, column.dataType, {
        nullable: found.nullable,
        narrow: column.narrow,
        formatString: column.formatString,
      })
  }
  throw new DaxError('binding', `No row at hand leads to '${column.table}'[${column.name}].`, call.at)
}

const relatedTable: TableFunction = (env, call) => {
  takes(call, 1, 1)
  return table(requiredArgument(call, 0), calculated(env, []))
}

/** The value of a column in the rows where other columns have given values. Ignores the filter context. */
const lookupValue: ScalarFunction = (env, call) => {
  takes(call, 3, Infinity)
  const result = columnArgument(env, requiredArgument(call, 0))
  const pairs = call.arguments.length - 1
  const bare = { ...env, context: { ...emptyContext(env.schema), active: env.context.active } }
  const rows = scanRows(bare, env.schema.table(result.table))
  for (let index = 1; index + 1 <= pairs; index += 2) {
    const column = columnArgument(env, requiredArgument(call, index))
    const own = rows.row.related(column)
    if (!own)
      throw new DaxError(
        'binding',
        `'${column.table}'[${column.name}] is not of the table looked in.`,
        requiredArgument(call, index).at,
      )
    const searchedValue = asValue(scalar(requiredArgument(call, index + 1), { ...env, scope: null }))
    const equals = binary(
      '==',
      expr(own.sql, column.dataType, { nullable: own.nullable }),
      searchedValue,
      requiredArgument(call, index + 1).at,
    )
    rows.where.push(equals.sql)
  }
  const otherwise = pairs % 2 === 1 ? asValue(scalar(requiredArgument(call, pairs), env)) : BLANK
  const found = aggregate({ ...env, scope: null }, rows, (inner) => {
    const value = scalar(requiredArgument(call, 0), inner)
    // DAX reports an error if several values match. The SQL raises it when the query runs.
    const text = sql`case when count(distinct ${value.sql}) > 1 then error('LOOKUPVALUE found more than one value.') else any_value(${value.sql}) end`
    return { sql: text, type: result.dataType, formatString: result.formatString }
  })
  return otherwise.type === 'blank'
    ? found
    : expr(sql`coalesce(${found.sql}, ${toType(otherwise, result.dataType)})`, result.dataType)
}

const hasOneValue: ScalarFunction = (env, call) => {
  takes(call, 1, 1)
  const rows = table({ kind: 'call', name: 'VALUES', arguments: [requiredArgument(call, 0)], at: call.at }, env)
  const counted = aggregate(env, rows, () => ({ sql: sql`count(*)`, type: 'int64' }))
  return expr(sql`(coalesce(${counted.sql}, 0) = 1)`, 'boolean', { nullable: false })
}

const selectedValue: ScalarFunction = (env, call) => {
  takes(call, 1, 2)
  const rows = table({ kind: 'call', name: 'VALUES', arguments: [requiredArgument(call, 0)], at: call.at }, env)
  const [own] = rows.columns
  if (!own) throw new Error('VALUES of a column has one column.')
  const value = columnExpr(own)
  const only = aggregate(env, rows, () => ({
    sql: sql`case when count(*) = 1 then any_value(${value.sql}) end`,
    type: value.type,
    formatString: value.formatString,
  }))
  const alternative = call.arguments[1]
  if (!alternative) return only
  const other = scalar(alternative, env)
  return expr(sql`coalesce(${toType(only, value.type)}, ${toType(other, value.type)})`, value.type, {
    formatString: value.formatString,
  })
}

const isEmpty: ScalarFunction = (env, call) => {
  takes(call, 1, 1)
  const rows = table(requiredArgument(call, 0), env)
  const counted = aggregate(env, rows, () => ({ sql: sql`count(*)`, type: 'int64' }))
  return expr(sql`(coalesce(${counted.sql}, 0) = 0)`, 'boolean', { nullable: false })
}

export const LOOKUPS: [string, ScalarFunction][] = [
  ['RELATED', related],
  ['LOOKUPVALUE', lookupValue],
  ['HASONEVALUE', hasOneValue],
  ['SELECTEDVALUE', selectedValue],
  ['ISEMPTY', isEmpty],
]
export const LOOKUP_TABLES: [string, TableFunction][] = [['RELATEDTABLE', relatedTable]]
