// Functions that give one value: logic, numbers, text, dates, and who is asking.
// Next: aggregations.ts, filters.ts, lookups.ts.
import type { NodeOf } from '../ast.ts'
import { scalar } from '../compile.ts'
import type { Env, ScalarFunction } from '../environment.ts'
import { DaxError } from '../errors.ts'
import {
  asCondition,
  asNumber,
  asText,
  asValue,
  BLANK,
  commonType,
  expr,
  isNumeric,
  toType,
  unblanked,
  type Expr,
} from '../expr.ts'
import { binary, negated } from '../operators.ts'
import { cast, join, param, sql, word, type Sql } from '../sql.ts'
import { given, givenFrom, takes } from './arguments.ts'

const ifThen: ScalarFunction = (env, call) => {
  takes(call, 2, 3)
  const condition = asCondition(scalar(given(call, 0), env), given(call, 0).at)
  const branches = [scalar(given(call, 1), env), call.arguments[2] ? scalar(call.arguments[2], env) : BLANK]
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

/** SWITCH(value, match, result, …, otherwise); SWITCH(TRUE(), condition, result, …) is a chain of conditions. */
const switchCase: ScalarFunction = (env, call) => {
  takes(call, 3, Infinity)
  const subject = given(call, 0)
  const rest = givenFrom(call, 1)
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
  const value = scalar(given(call, 0), env)
  return expr(value.type === 'blank' ? sql`true` : sql`(${asValue(value).sql} is null)`, 'boolean', { nullable: false })
}

/** BLANK, or the alternative, where the denominator is zero or BLANK. */
const divide: ScalarFunction = (env, call) => {
  takes(call, 2, 3)
  const [a, b] = [asNumber(scalar(given(call, 0), env), call.at), asNumber(scalar(given(call, 1), env), call.at)]
  const quotient = sql`(${cast(a.sql, 'double')} / nullif(${cast(b.sql, 'double')}, 0))`
  const alternative = call.arguments[2]
  if (!alternative) return expr(quotient, 'double', { strict: a.strict || b.strict })
  const other = asNumber(scalar(alternative, env), alternative.at)
  const zero = sql`${unblanked(b, 'double')} = 0`
  return expr(sql`case when ${zero} then ${cast(other.sql, 'double')} else ${quotient} end`, 'double')
}

const coalesce: ScalarFunction = (env, call) => {
  takes(call, 2, Infinity)
  const values = givenFrom(call, 0).map((node) => scalar(node, env))
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
    return binary(operator, scalar(given(call, 0), env), scalar(given(call, 1), env), call.at)
  }
}

const not: ScalarFunction = (env, call) => {
  takes(call, 1, 1)
  return negated(scalar(given(call, 0), env), call.at)
}

function constant(text: Sql, type: Expr['type']): ScalarFunction {
  return (_env, call) => {
    takes(call, 0, 0)
    return type === 'blank' ? BLANK : expr(text, type, { nullable: false })
  }
}

/** Who asks is bound when the statement runs, so that one plan serves everybody. */
function identity(field: 'username' | 'customData'): ScalarFunction {
  return (_env, call) => {
    takes(call, 0, 0)
    return expr(param({ kind: 'identity', field }, 'string'), 'string')
  }
}

/** A function of numbers that DuckDB has by nearly the same name; BLANK gives BLANK. */
function numeric(make: (value: Sql) => Sql, gives: 'same' | 'int64' | 'double'): ScalarFunction {
  return (env, call) => {
    takes(call, 1, 1)
    const value = asNumber(scalar(given(call, 0), env), call.at)
    const type = gives === 'same' ? value.type : gives
    return expr(toType({ ...value, sql: make(value.sql), type: 'blank' }, type), type, {
      nullable: value.nullable,
      strict: value.strict,
      formatString: value.formatString,
    })
  }
}

/** Half away from zero, also for digits left of the point. */
const round: ScalarFunction = (env, call) => {
  takes(call, 2, 2)
  const value = asNumber(scalar(given(call, 0), env), call.at)
  const digits = asNumber(scalar(given(call, 1), env), call.at)
  const type = value.type === 'int64' || value.type === 'decimal' ? value.type : 'double'
  const text = sql`round(${cast(value.sql, 'double')}, cast(${digits.sql} as INTEGER))`
  return expr(cast(text, type), type, { nullable: value.nullable, strict: value.strict })
}

const modulo: ScalarFunction = (env, call) => {
  takes(call, 2, 2)
  const [a, b] = [asNumber(scalar(given(call, 0), env), call.at), asNumber(scalar(given(call, 1), env), call.at)]
  const type = commonType([a, b], call.at)
  // The sign is the divisor's, as in a spreadsheet.
  const text = sql`(${a.sql} - ${b.sql} * floor(${cast(a.sql, 'double')} / ${cast(b.sql, 'double')}))`
  return expr(toType({ ...a, sql: text, type: 'blank' }, type), type)
}

function textOf(make: (value: Sql) => Sql, type: 'string' | 'int64' = 'string'): ScalarFunction {
  return (env, call) => {
    takes(call, 1, 1)
    const value = asText(scalar(given(call, 0), env), call.at)
    return expr(make(type === 'int64' ? unblanked(value, 'string') : value.sql), type, {
      nullable: type === 'string' && value.nullable,
    })
  }
}

function part(name: 'left' | 'right'): ScalarFunction {
  return (env, call) => {
    takes(call, 1, 2)
    const value = asText(scalar(given(call, 0), env), call.at)
    const count = call.arguments[1] ? asNumber(scalar(call.arguments[1], env), call.at).sql : sql`1`
    return expr(sql`${name === 'left' ? sql`left` : sql`right`}(${value.sql}, greatest(${count}, 0))`, 'string', {
      nullable: value.nullable,
    })
  }
}

const mid: ScalarFunction = (env, call) => {
  takes(call, 3, 3)
  const value = asText(scalar(given(call, 0), env), call.at)
  const [start, count] = [
    asNumber(scalar(given(call, 1), env), call.at),
    asNumber(scalar(given(call, 2), env), call.at),
  ]
  return expr(sql`substring(${value.sql}, ${start.sql}, ${count.sql})`, 'string', { nullable: value.nullable })
}

const concatenate: ScalarFunction = (env, call) => {
  takes(call, 2, 2)
  return binary('&', scalar(given(call, 0), env), scalar(given(call, 1), env), call.at)
}

const containsString: ScalarFunction = (env, call) => {
  takes(call, 2, 2)
  const [text, wanted] = [asText(scalar(given(call, 0), env), call.at), asText(scalar(given(call, 1), env), call.at)]
  return expr(sql`contains(lower(${unblanked(text, 'string')}), lower(${unblanked(wanted, 'string')}))`, 'boolean', {
    nullable: false,
  })
}

function datePart(name: string): ScalarFunction {
  return (env, call) => {
    takes(call, 1, 1)
    const date = dateOf(env, call, 0)
    return expr(sql`${word(name)}(${date.sql})`, 'int64', { nullable: date.nullable })
  }
}

function dateOf(env: Env, call: NodeOf<'call'>, index: number): Expr {
  const value = scalar(given(call, index), env)
  if (value.type === 'blank') return { ...value, sql: cast(value.sql, 'dateTime'), type: 'dateTime' }
  if (value.type !== 'dateTime') throw new DaxError('binding', `${call.name} takes a date.`, given(call, index).at)
  return value
}

/** DATE(2013, 14, 1) is 2014-02-01: months and days beyond their range count on. */
const date: ScalarFunction = (env, call) => {
  takes(call, 3, 3)
  const [year, month, day] = [0, 1, 2].map((index) =>
    unblanked(asNumber(scalar(given(call, index), env), call.at), 'int64'),
  )
  const text = sql`(make_timestamp(cast(${year ?? sql`0`} as BIGINT), 1, 1, 0, 0, 0) + to_months(cast(${month ?? sql`0`} - 1 as INTEGER)) + to_days(cast(${day ?? sql`0`} - 1 as INTEGER)))`
  return expr(text, 'dateTime', { nullable: false })
}

/** Only patterns whose meaning does not depend on the culture; anything else is refused, not guessed. */
const format: ScalarFunction = (env, call) => {
  takes(call, 2, 2)
  const value = scalar(given(call, 0), env)
  const pattern = given(call, 1)
  if (pattern.kind !== 'string')
    throw new DaxError('unsupported', 'FORMAT is answered for a pattern written out.', pattern.at)
  const decimals = /^(#,(?:##)?)?0(?:\.(0+))?(%?)$/.exec(pattern.value)
  if (decimals && (isNumeric(value.type) || value.type === 'blank')) return formattedNumber(value, decimals)
  const found = value.type === 'dateTime' ? DATE_PATTERNS[pattern.value.toLowerCase()] : undefined
  if (found) return expr(sql`strftime(${value.sql}, ${found})`, 'string', { nullable: value.nullable })
  throw new DaxError('unsupported', `FORMAT with the pattern "${pattern.value}" is not supported.`, pattern.at)
}

const DATE_PATTERNS: Record<string, Sql> = {
  'yyyy-mm-dd': sql`'%Y-%m-%d'`,
  yyyy: sql`'%Y'`,
  'yyyy-mm': sql`'%Y-%m'`,
  mm: sql`'%m'`,
  mmm: sql`'%b'`,
  mmmm: sql`'%B'`,
  'mmm yyyy': sql`'%b %Y'`,
  dd: sql`'%d'`,
}

function formattedNumber(value: Expr, parts: RegExpExecArray): Expr {
  const digits = (parts[2] ?? '').length
  const number = parts[3] ? sql`(${cast(value.sql, 'double')} * 100)` : cast(value.sql, 'double')
  const shape = param({ kind: 'value', value: `{:${parts[1] ? ',' : ''}.${digits}f}${parts[3] ?? ''}` }, 'string')
  return expr(sql`format(${shape}, round(${number}, ${word(String(digits))}))`, 'string', { nullable: value.nullable })
}

export const SCALARS: [string, ScalarFunction][] = [
  ['IF', ifThen],
  ['SWITCH', switchCase],
  ['ISBLANK', isBlank],
  ['DIVIDE', divide],
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
  ['ABS', numeric((value) => sql`abs(${value})`, 'same')],
  ['INT', numeric((value) => sql`cast(floor(${value}) as BIGINT)`, 'int64')],
  ['SQRT', numeric((value) => sql`sqrt(${cast(value, 'double')})`, 'double')],
  ['ROUND', round],
  ['MOD', modulo],
  ['UPPER', textOf((value) => sql`upper(${value})`)],
  ['LOWER', textOf((value) => sql`lower(${value})`)],
  ['TRIM', textOf((value) => sql`trim(regexp_replace(${value}, ' +', ' ', 'g'))`)],
  ['LEN', textOf((value) => sql`length(${value})`, 'int64')],
  ['LEFT', part('left')],
  ['RIGHT', part('right')],
  ['MID', mid],
  ['CONCATENATE', concatenate],
  ['CONTAINSSTRING', containsString],
  ['YEAR', datePart('year')],
  ['MONTH', datePart('month')],
  ['DAY', datePart('day')],
  ['QUARTER', datePart('quarter')],
  ['DATE', date],
  ['FORMAT', format],
]
