// Logical functions, BLANK functions, and functions about the identity of the reader.
import { scalar } from '../compile.ts'
import { filteredColumns, type Filter, type KeyFilter } from '../context.ts'
import type { ScalarFunction } from '../environment.ts'
import { asCondition, asValue, BLANK, commonType, expr, toType, type Expr } from '../expr.ts'
import { binary, negated } from '../operators.ts'
import { join, param, sql, type Sql } from '../sql.ts'
import { columnArgument, requiredArgument, argumentsFrom, takes } from './arguments.ts'
import { sameColumn } from '../schema.ts'
import { DaxError } from '../errors.ts'

const ifThen: ScalarFunction = (env, call) => {
  takes(call, 2, 3)
  const condition = asCondition(scalar(requiredArgument(call, 0), env), requiredArgument(call, 0).at)
  const branches = [scalar(requiredArgument(call, 1), env), call.arguments[2] ? scalar(call.arguments[2], env) : BLANK]
  const type = commonType(branches, call.at)
  const [then, otherwise] = branches.map((branch) => toType(branch, type))
  return chosen(
    sql`case when ${condition} then ${then ?? sql`null`} else ${otherwise ?? sql`null`} end`,
    type,
    branches,
  )
}

function chosen(text: Sql, type: Expr['type'], branches: Expr[]): Expr {
  return expr(text, type, {
    nullable: branches.some((branch) => branch.nullable),
    strict: branches.every((branch) => branch.strict),
    narrow: branches.every((branch) => branch.narrow),
    formatString: branches.find((branch) => branch.formatString !== null)?.formatString ?? null,
  })
}

/** SWITCH(value, match, result, …, otherwise). SWITCH(TRUE(), condition, result, …) is a chain of conditions. */
const switchCase: ScalarFunction = (env, call) => {
  takes(call, 3, Infinity)
  const subject = requiredArgument(call, 0)
  const rest = argumentsFrom(call, 1)
  const isChain = subject.kind === 'call' && subject.name === 'TRUE'
  const value = scalar(subject, env)
  const results = rest
    .filter((_, index) => index % 2 === 1 || index === rest.length - 1)
    .map((node) => scalar(node, env))
  if (rest.length % 2 === 0) results.push(BLANK)
  const type = commonType(results, call.at)
  const cases: Sql[] = []
  for (let index = 0; index + 1 < rest.length; index += 2) {
    const match = rest[index]
    const result = results[index / 2]
    if (!match || !result) continue
    const found = scalar(match, env)
    const condition = isChain
      ? asCondition(found, match.at)
      : asCondition(binary('=', value, found, match.at), match.at)
    cases.push(sql`when ${condition} then ${toType(result, type)}`)
  }
  return chosen(sql`case ${join(cases, ' ')} else ${toType(results.at(-1) ?? BLANK, type)} end`, type, results)
}

const isBlank: ScalarFunction = (env, call) => {
  takes(call, 1, 1)
  const value = scalar(requiredArgument(call, 0), env)
  return expr(value.type === 'blank' ? sql`true` : sql`(${asValue(value).sql} is null)`, 'boolean', { nullable: false })
}

const coalesce: ScalarFunction = (env, call) => {
  takes(call, 2, Infinity)
  const values = argumentsFrom(call, 0).map((node) => scalar(node, env))
  const type = commonType(values, call.at)
  const list = join(
    values.map((value) => toType(value, type)),
    ', ',
  )
  return { ...chosen(sql`coalesce(${list})`, type, values), nullable: values.every((value) => value.nullable) }
}

function logical(operator: '&&' | '||'): ScalarFunction {
  return (env, call) => {
    takes(call, 2, 2)
    return binary(operator, scalar(requiredArgument(call, 0), env), scalar(requiredArgument(call, 1), env), call.at)
  }
}

const not: ScalarFunction = (env, call) => {
  takes(call, 1, 1)
  return negated(scalar(requiredArgument(call, 0), env), call.at)
}

function constant(text: Sql, type: Expr['type']): ScalarFunction {
  return (_env, call) => {
    takes(call, 0, 0)
    return type === 'blank' ? BLANK : expr(text, type, { nullable: false })
  }
}

/** The identity is bound when the statement runs, so all readers can share one plan. */
function identity(field: 'username' | 'customData'): ScalarFunction {
  return (_env, call) => {
    takes(call, 0, 0)
    return expr(param({ kind: 'identity', field }, 'string'), 'string')
  }
}

/** True if the query groups by this column. */
const isInScope: ScalarFunction = (env, call) => {
  takes(call, 1, 1)
  const column = columnArgument(env, requiredArgument(call, 0))
  const found = env.context.filters.flatMap(groupKeys).some((key) => sameColumn(key.column, column))
  return expr(found ? sql`true` : sql`false`, 'boolean', { nullable: false })
}

/** The columns that the query groups by. */
function groupKeys(filter: Filter): readonly KeyFilter[] {
  if (filter.kind === 'key') return [filter]
  return filter.kind === 'rows' && 'many' in filter.rows ? (filter.rows.group?.keys ?? []) : []
}

/** True if any filter restricts this column. */
const isFiltered: ScalarFunction = (env, call) => {
  takes(call, 1, 1)
  const column = columnArgument(env, requiredArgument(call, 0))
  const found = env.context.filters.flatMap(filteredColumns).some((one) => sameColumn(one, column))
  return expr(found ? sql`true` : sql`false`, 'boolean', { nullable: false })
}

/** The value of the column in an outer row context. */
const earlier: ScalarFunction = (env, call) => {
  takes(call, 1, 2)
  const column = columnArgument(env, requiredArgument(call, 0))
  const step = call.arguments[1]
  const rowsOutwards = step === undefined || step === null ? 1 : step.kind === 'number' ? step.value : 0
  const valuesOfRows = env.rows.toReversed().flatMap((row) => row.column(column) ?? [])
  const outerValue = valuesOfRows[rowsOutwards]
  if (!outerValue || rowsOutwards < 1)
    throw new DaxError('binding', `There is no row further out that has '${column.table}'[${column.name}].`, call.at)
  return expr(outerValue.sql, column.dataType, { nullable: outerValue.nullable, narrow: column.narrow })
}

export const LOGIC: [string, ScalarFunction][] = [
  ['IF', ifThen],
  ['SWITCH', switchCase],
  ['ISBLANK', isBlank],
  ['COALESCE', coalesce],
  ['AND', logical('&&')],
  ['OR', logical('||')],
  ['NOT', not],
  ['TRUE', constant(sql`true`, 'boolean')],
  ['FALSE', constant(sql`false`, 'boolean')],
  ['BLANK', constant(sql`null`, 'blank')],
  ['USERPRINCIPALNAME', identity('username')],
  ['USERNAME', identity('username')],
  ['CUSTOMDATA', identity('customData')],
  ['ISINSCOPE', isInScope],
  ['ISFILTERED', isFiltered],
  ['EARLIER', earlier],
]
