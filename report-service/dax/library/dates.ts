// Date functions. Time intelligence is in calendar.ts, because it needs the calendar table.
import type { NodeOf } from '../ast.ts'
import { scalar } from '../compile.ts'
import type { Env, ScalarFunction } from '../environment.ts'
import { DaxError } from '../errors.ts'
import { asNumber, expr, unblanked, type Expr } from '../expr.ts'
import { cast, sql, word, type Sql } from '../sql.ts'
import { requiredArgument, takes } from './arguments.ts'

function datePart(name: string): ScalarFunction {
  return (env, call) => {
    takes(call, 1, 1)
    const date = dateOf(env, call, 0)
    return expr(sql`${word(name)}(${date.sql})`, 'int64', { nullable: date.nullable })
  }
}

function dateOf(env: Env, call: NodeOf<'call'>, index: number): Expr {
  const value = scalar(requiredArgument(call, index), env)
  if (value.type === 'blank') return { ...value, sql: cast(value.sql, 'dateTime'), type: 'dateTime' }
  if (value.type !== 'dateTime')
    throw new DaxError('binding', `${call.name} takes a date.`, requiredArgument(call, index).at)
  return value
}

/** The SQL of a date argument; null for BLANK. */
export const dateArgument = (env: Env, call: NodeOf<'call'>, index: number): Sql => dateOf(env, call, index).sql

/** DATE(2013, 14, 1) returns 2014-02-01: months and days outside their range carry over. */
const date: ScalarFunction = (env, call) => {
  takes(call, 3, 3)
  const [year, month, day] = [0, 1, 2].map((index) =>
    unblanked(asNumber(scalar(requiredArgument(call, index), env), call.at), 'int64'),
  )
  const text = sql`(make_timestamp(cast(${year ?? sql`0`} as BIGINT), 1, 1, 0, 0, 0) + to_months(cast(${month ?? sql`0`} - 1 as INTEGER)) + to_days(cast(${day ?? sql`0`} - 1 as INTEGER)))`
  return expr(text, 'dateTime', { nullable: false })
}

/** EDATE and EOMONTH: adds months, then keeps the day or takes the last day of the month. */
function monthsOn(make: (moved: Sql) => Sql): ScalarFunction {
  return (env, call) => {
    takes(call, 2, 2)
    const start = dateOf(env, call, 0)
    const months = unblanked(asNumber(scalar(requiredArgument(call, 1), env), call.at), 'int64')
    const moved = sql`(date_trunc('day', ${start.sql}) + to_months(cast(${months} as INTEGER)))`
    return expr(cast(make(moved), 'dateTime'), 'dateTime', { nullable: start.nullable })
  }
}

const UNITS: Record<string, Sql> = {
  DAY: sql`'day'`,
  WEEK: sql`'week'`,
  MONTH: sql`'month'`,
  QUARTER: sql`'quarter'`,
  YEAR: sql`'year'`,
  HOUR: sql`'hour'`,
  MINUTE: sql`'minute'`,
  SECOND: sql`'second'`,
}

/** DATEDIFF: number of unit boundaries between two dates. */
const dateDiff: ScalarFunction = (env, call) => {
  takes(call, 3, 3)
  const unit = requiredArgument(call, 2)
  const found = unit.kind === 'name' ? UNITS[unit.name.toUpperCase()] : undefined
  if (!found) throw new DaxError('binding', 'DATEDIFF takes a unit such as DAY or MONTH.', unit.at)
  return expr(sql`date_diff(${found}, ${dateOf(env, call, 0).sql}, ${dateOf(env, call, 1).sql})`, 'int64')
}

/** WEEKDAY: 1 to 7, starting on Sunday, or on Monday with 2 as second argument. */
const weekday: ScalarFunction = (env, call) => {
  takes(call, 1, 2)
  const day = dateOf(env, call, 0)
  const kind = call.arguments[1]
  if (kind && !(kind.kind === 'number' && (kind.value === 1 || kind.value === 2)))
    throw new DaxError('unsupported', 'WEEKDAY counts from Sunday (1) or Monday (2).', kind.at)
  const fromMonday = kind?.kind === 'number' && kind.value === 2
  return expr(fromMonday ? sql`isodow(${day.sql})` : sql`(dayofweek(${day.sql}) + 1)`, 'int64', {
    nullable: day.nullable,
  })
}

export const DATES: [string, ScalarFunction][] = [
  ['YEAR', datePart('year')],
  ['MONTH', datePart('month')],
  ['DAY', datePart('day')],
  ['QUARTER', datePart('quarter')],
  ['DATE', date],
  ['HOUR', datePart('hour')],
  ['MINUTE', datePart('minute')],
  ['SECOND', datePart('second')],
  ['EDATE', monthsOn((moved) => moved)],
  ['EOMONTH', monthsOn((moved) => sql`last_day(${moved})`)],
  ['DATEDIFF', dateDiff],
  ['WEEKDAY', weekday],
]
