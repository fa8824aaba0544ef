// Time intelligence: periods to date, and periods between two days. Functions that shift a set of dates are refused.
import type { NodeOf } from '../ast.ts'
import { calculated } from '../calculate.ts'
import { scalar } from '../compile.ts'
import type { TestFilter } from '../context.ts'
import type { Adjustment, Env, FilterFunction, ScalarFunction } from '../environment.ts'
import { DaxError } from '../errors.ts'
import type { ColumnInfo } from '../schema.ts'
import { sql, type Sql } from '../sql.ts'
import { columnArgument, requiredArgument, takes } from './arguments.ts'
import { dateArgument } from './dates.ts'

type Unit = 'year' | 'quarter' | 'month'

/** Filter from the start of the period that contains the last visible date, to this date. */
function toDate(unit: Unit): FilterFunction {
  return (env, call) => {
    takes(call, 1, 1) // The second argument (end of the fiscal year) is refused, not ignored.
    return periodOf(env, call, columnArgument(env, requiredArgument(call, 0)), unit)
  }
}

function periodOf(env: Env, call: NodeOf<'call'>, column: ColumnInfo, unit: Unit): Adjustment[] {
  checkDates(call, column)
  const last = lastDate(env, call, column)
  return daysWhere(column, (day) => sql`${day} >= date_trunc(${UNITS[unit]}, ${last}) and ${day} <= ${last}`)
}

/** The filter that keeps the days of a condition, in place of the present filters on the calendar. */
function daysWhere(column: ColumnInfo, condition: (day: Sql) => Sql): Adjustment[] {
  const test: TestFilter['test'] = (resolve) => condition(resolve(column).sql)
  return [{ kind: 'replace', filters: [{ kind: 'test', columns: [column], test }] }]
}

function checkDates(call: NodeOf<'call'>, column: ColumnInfo): void {
  if (column.dataType !== 'dateTime') throw new DaxError('binding', `${call.name} takes a column of dates.`, call.at)
}

/** `DATESBETWEEN(dates, first, last)`: both days are included, and BLANK leaves that end open. */
const datesBetween: FilterFunction = (env, call) => {
  takes(call, 3, 3)
  const column = columnArgument(env, requiredArgument(call, 0))
  checkDates(call, column)
  const [first, last] = [dateArgument(env, call, 1), dateArgument(env, call, 2)]
  return daysWhere(
    column,
    (day) =>
      sql`${day} >= coalesce(${first}, cast('-infinity' as TIMESTAMP)) and ${day} <= coalesce(${last}, cast('infinity' as TIMESTAMP))`,
  )
}

const UNITS: Record<Unit, Sql> = { year: sql`'year'`, quarter: sql`'quarter'`, month: sql`'month'` }

function lastDate(env: Env, call: NodeOf<'call'>, column: ColumnInfo): Sql {
  const node = { kind: 'column', table: column.table, name: column.name, at: call.at } as const
  return scalar({ kind: 'call', name: 'MAX', arguments: [node], at: call.at }, calculated(env, [])).sql
}

/** `TOTALYTD(expression, dates)`: CALCULATE with the dates of the year to date. */
function totalToDate(dates: string): ScalarFunction {
  return (env, call) => {
    takes(call, 2, 2)
    const period: NodeOf<'call'> = { kind: 'call', name: dates, arguments: [requiredArgument(call, 1)], at: call.at }
    return scalar(requiredArgument(call, 0), calculated(env, [period]))
  }
}

export const PERIODS: [string, FilterFunction][] = [
  ['DATESYTD', toDate('year')],
  ['DATESQTD', toDate('quarter')],
  ['DATESMTD', toDate('month')],
  ['DATESBETWEEN', datesBetween],
]

export const PERIOD_TOTALS: [string, ScalarFunction][] = [
  ['TOTALYTD', totalToDate('DATESYTD')],
  ['TOTALQTD', totalToDate('DATESQTD')],
  ['TOTALMTD', totalToDate('DATESMTD')],
]
