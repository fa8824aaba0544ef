// Numeric functions. They return BLANK for BLANK unless stated otherwise.
import { scalar } from '../compile.ts'
import type { ScalarFunction } from '../environment.ts'
import { asNumber, commonType, expr, toType, unblanked } from '../expr.ts'
import { binary } from '../operators.ts'
import { cast, sql, type Sql } from '../sql.ts'
import { requiredArgument, takes } from './arguments.ts'

/** DIVIDE returns BLANK, or the alternative, if the denominator is zero or BLANK. */
const divide: ScalarFunction = (env, call) => {
  takes(call, 2, 3)
  const [a, b] = [
    asNumber(scalar(requiredArgument(call, 0), env), call.at),
    asNumber(scalar(requiredArgument(call, 1), env), call.at),
  ]
  const quotient = sql`(${cast(a.sql, 'double')} / nullif(${cast(b.sql, 'double')}, 0))`
  const alternative = call.arguments[2]
  if (!alternative) return expr(quotient, 'double', { strict: a.strict || b.strict })
  const other = asNumber(scalar(alternative, env), alternative.at)
  const zero = sql`${unblanked(b, 'double')} = 0`
  return expr(sql`case when ${zero} then ${cast(other.sql, 'double')} else ${quotient} end`, 'double')
}

/** A numeric function with a direct SQL equivalent. It returns BLANK for BLANK. */
function numeric(make: (value: Sql) => Sql, gives: 'same' | 'int64' | 'double'): ScalarFunction {
  return (env, call) => {
    takes(call, 1, 1)
    const value = asNumber(scalar(requiredArgument(call, 0), env), call.at)
    const type = gives === 'same' ? value.type : gives
    return expr(toType({ ...value, sql: make(value.sql), type: 'blank' }, type), type, {
      nullable: value.nullable,
      strict: value.strict,
      formatString: value.formatString,
    })
  }
}

/** Rounds half away from zero. Negative digits round left of the decimal point. */
const round: ScalarFunction = (env, call) => {
  takes(call, 2, 2)
  const value = asNumber(scalar(requiredArgument(call, 0), env), call.at)
  const digits = asNumber(scalar(requiredArgument(call, 1), env), call.at)
  const type = value.type === 'int64' || value.type === 'decimal' ? value.type : 'double'
  const text = sql`round(${cast(value.sql, 'double')}, cast(${digits.sql} as INTEGER))`
  return expr(cast(text, type), type, { nullable: value.nullable, strict: value.strict })
}

const modulo: ScalarFunction = (env, call) => {
  takes(call, 2, 2)
  const [a, b] = [
    asNumber(scalar(requiredArgument(call, 0), env), call.at),
    asNumber(scalar(requiredArgument(call, 1), env), call.at),
  ]
  const type = commonType([a, b], call.at)
  // The result has the sign of the divisor, as in Excel.
  const text = sql`(${a.sql} - ${b.sql} * floor(${cast(a.sql, 'double')} / ${cast(b.sql, 'double')}))`
  return expr(toType({ ...a, sql: text, type: 'blank' }, type), type)
}

/** ROUNDUP rounds away from zero, ROUNDDOWN towards zero. */
function roundTowards(make: (value: Sql) => Sql): ScalarFunction {
  return (env, call) => {
    takes(call, 2, 2)
    const value = asNumber(scalar(requiredArgument(call, 0), env), call.at)
    const digits = asNumber(scalar(requiredArgument(call, 1), env), call.at)
    const [number, scale] = [cast(value.sql, 'double'), sql`power(10, ${digits.sql})`]
    // Rounds the product first. Otherwise floating point would make 1.1 * 10 larger than 11.
    const text = sql`(sign(${number}) * ${make(sql`round(abs(${number}) * ${scale}, 9)`)} / ${scale})`
    return expr(text, 'double', { nullable: value.nullable, strict: value.strict })
  }
}

const power: ScalarFunction = (env, call) => {
  takes(call, 2, 2)
  return binary('^', scalar(requiredArgument(call, 0), env), scalar(requiredArgument(call, 1), env), call.at)
}

export const NUMBERS: [string, ScalarFunction][] = [
  ['DIVIDE', divide],
  ['ABS', numeric((value) => sql`abs(${value})`, 'same')],
  ['INT', numeric((value) => sql`cast(floor(${value}) as BIGINT)`, 'int64')],
  ['SQRT', numeric((value) => sql`sqrt(${cast(value, 'double')})`, 'double')],
  ['ROUND', round],
  ['MOD', modulo],
  ['ROUNDUP', roundTowards((value) => sql`ceil(${value})`)],
  ['ROUNDDOWN', roundTowards((value) => sql`floor(${value})`)],
  ['POWER', power],
  ['EXP', numeric((value) => sql`exp(${value})`, 'double')],
  ['LN', numeric((value) => sql`ln(${cast(value, 'double')})`, 'double')],
  ['SIGN', numeric((value) => sql`sign(${value})`, 'int64')],
]
