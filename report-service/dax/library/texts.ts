// Functions of text.
import { scalar } from '../compile.ts'
import type { ScalarFunction } from '../environment.ts'
import { DaxError } from '../errors.ts'
import { asNumber, asText, expr, isNumeric, unblanked, type Expr } from '../expr.ts'
import { binary } from '../operators.ts'
import { cast, param, sql, word, type Sql } from '../sql.ts'
import { requiredArgument, takes } from './arguments.ts'

function textOf(make: (value: Sql) => Sql, type: 'string' | 'int64' = 'string'): ScalarFunction {
  return (env, call) => {
    takes(call, 1, 1)
    const value = asText(scalar(requiredArgument(call, 0), env), call.at)
    return expr(make(type === 'int64' ? unblanked(value, 'string') : value.sql), type, {
      nullable: type === 'string' && value.nullable,
    })
  }
}

function part(name: 'left' | 'right'): ScalarFunction {
  return (env, call) => {
    takes(call, 1, 2)
    const value = asText(scalar(requiredArgument(call, 0), env), call.at)
    const count = call.arguments[1] ? asNumber(scalar(call.arguments[1], env), call.at).sql : sql`1`
    return expr(sql`${name === 'left' ? sql`left` : sql`right`}(${value.sql}, greatest(${count}, 0))`, 'string', {
      nullable: value.nullable,
    })
  }
}

const mid: ScalarFunction = (env, call) => {
  takes(call, 3, 3)
  const value = asText(scalar(requiredArgument(call, 0), env), call.at)
  const [start, count] = [
    asNumber(scalar(requiredArgument(call, 1), env), call.at),
    asNumber(scalar(requiredArgument(call, 2), env), call.at),
  ]
  return expr(sql`substring(${value.sql}, ${start.sql}, ${count.sql})`, 'string', { nullable: value.nullable })
}

const concatenate: ScalarFunction = (env, call) => {
  takes(call, 2, 2)
  return binary('&', scalar(requiredArgument(call, 0), env), scalar(requiredArgument(call, 1), env), call.at)
}

const containsString: ScalarFunction = (env, call) => {
  takes(call, 2, 2)
  const [text, searchedText] = [
    asText(scalar(requiredArgument(call, 0), env), call.at),
    asText(scalar(requiredArgument(call, 1), env), call.at),
  ]
  return expr(
    sql`contains(lower(${unblanked(text, 'string')}), lower(${unblanked(searchedText, 'string')}))`,
    'boolean',
    {
      nullable: false,
    },
  )
}

/** Supports only patterns that do not depend on the culture. Others are refused. */
const format: ScalarFunction = (env, call) => {
  takes(call, 2, 2)
  const value = scalar(requiredArgument(call, 0), env)
  const pattern = requiredArgument(call, 1)
  if (pattern.kind !== 'string')
    throw new DaxError('unsupported', 'FORMAT is answered for a pattern written out.', pattern.at)
  if (value.type === 'blank') return expr(sql`''`, 'string', { nullable: false })
  const decimals = /^(#,(?:##)?)?0(?:\.(0+))?(%?)$/.exec(pattern.value)
  if (decimals && isNumeric(value.type)) return formattedNumber(value, decimals)
  const found = value.type === 'dateTime' ? DATE_PATTERNS.get(pattern.value.toLowerCase()) : undefined
  if (found) return formatted(sql`strftime(${value.sql}, ${found})`)
  throw new DaxError('unsupported', `FORMAT with the pattern "${pattern.value}" is not supported.`, pattern.at)
}

/** FORMAT returns an empty text for BLANK. */
function formatted(text: Sql): Expr {
  return expr(sql`coalesce(${text}, '')`, 'string', { nullable: false })
}

/** A map: the pattern comes from a query, and an object would also find `constructor`. */
const DATE_PATTERNS: ReadonlyMap<string, Sql> = new Map([
  ['yyyy-mm-dd', sql`'%Y-%m-%d'`],
  ['yyyy', sql`'%Y'`],
  ['yyyy-mm', sql`'%Y-%m'`],
  ['mm', sql`'%m'`],
  ['mmm', sql`'%b'`],
  ['mmmm', sql`'%B'`],
  ['mmm yyyy', sql`'%b %Y'`],
  ['dd', sql`'%d'`],
])

function formattedNumber(value: Expr, parts: RegExpExecArray): Expr {
  const digits = (parts[2] ?? '').length
  const number = parts[3] ? sql`(${cast(value.sql, 'double')} * 100)` : cast(value.sql, 'double')
  const shape = param({ kind: 'value', value: `{:${parts[1] ? ',' : ''}.${digits}f}${parts[3] ?? ''}` }, 'string')
  return formatted(sql`format(${shape}, round(${number}, ${word(String(digits))}))`)
}

/** Replaces all occurrences. Case-sensitive, unlike comparisons. */
const substitute: ScalarFunction = (env, call) => {
  takes(call, 3, 3)
  const [text, old, young] = [0, 1, 2].map((index) => asText(scalar(requiredArgument(call, index), env), call.at))
  if (!text || !old || !young) throw new Error('Three arguments were taken.')
  return expr(sql`replace(${text.sql}, ${unblanked(old, 'string')}, ${unblanked(young, 'string')})`, 'string', {
    nullable: text.nullable,
  })
}

export const TEXTS: [string, ScalarFunction][] = [
  ['UPPER', textOf((value) => sql`upper(${value})`)],
  ['LOWER', textOf((value) => sql`lower(${value})`)],
  ['TRIM', textOf((value) => sql`trim(regexp_replace(${value}, ' +', ' ', 'g'))`)],
  ['LEN', textOf((value) => sql`length(${value})`, 'int64')],
  ['LEFT', part('left')],
  ['RIGHT', part('right')],
  ['MID', mid],
  ['CONCATENATE', concatenate],
  ['CONTAINSSTRING', containsString],
  ['FORMAT', format],
  ['SUBSTITUTE', substitute],
]
