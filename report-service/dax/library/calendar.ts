// Time intelligence that is plain: year, quarter and month to date. What shifts periods is not here yet, and is refused.
// A column of dates is a calendar's when it is the key of its table, or relationships lead to it: then a new period
// takes the place of every filter on the table, else only of those on the column.
import type { NodeOf } from '../ast.ts'
import { calculated } from '../calculate.ts'
import { scalar } from '../compile.ts'
import { withoutColumns, type FilterContext, type TestFilter } from '../context.ts'
import type { Adjustment, Env, FilterFunction, ScalarFunction } from '../environment.ts'
import { DaxError } from '../errors.ts'
import type { ColumnInfo } from '../schema.ts'
import { sql, type Sql } from '../sql.ts'
import { columnArgument, given, takes } from './arguments.ts'

type Unit = 'year' | 'quarter' | 'month'

/** From the first day of the last date's period to the last date in sight. */
function toDate(unit: Unit): FilterFunction {
  return (env, call) => {
    takes(call, 1, 1) // A fiscal year's end, the second argument, is refused rather than ignored.
    return periodOf(env, call, columnArgument(env, given(call, 0)), unit)
  }
}

function periodOf(env: Env, call: NodeOf<'call'>, column: ColumnInfo, unit: Unit): Adjustment[] {
  if (column.dataType !== 'dateTime') throw new DaxError('binding', `${call.name} takes a column of dates.`, call.at)
  const last = lastDate(env, call, column)
  const period: TestFilter = {
    kind: 'test',
    columns: [column],
    test: (resolve) => {
      const own = resolve(column).sql
      return sql`${own} >= date_trunc(${UNITS[unit]}, ${last}) and ${own} <= ${last}`
    },
  }
  const change = (context: FilterContext): FilterContext =>
    env.schema.isCalendar(column)
      ? withoutColumns(context, env.schema.table(column.table).columns, () => env.makeAlias('t'))
      : context
  return [
    { kind: 'change', change },
    { kind: 'replace', filters: [period] },
  ]
}

const UNITS: Record<Unit, Sql> = { year: sql`'year'`, quarter: sql`'quarter'`, month: sql`'month'` }

function lastDate(env: Env, call: NodeOf<'call'>, column: ColumnInfo): Sql {
  const node = { kind: 'column', table: column.table, name: column.name, at: call.at } as const
  return scalar({ kind: 'call', name: 'MAX', arguments: [node], at: call.at }, calculated(env, [])).sql
}

/** `TOTALYTD(expression, dates)` is CALCULATE with the dates of the year so far. */
function totalToDate(dates: string): ScalarFunction {
  return (env, call) => {
    takes(call, 2, 2)
    const period: NodeOf<'call'> = { kind: 'call', name: dates, arguments: [given(call, 1)], at: call.at }
    return scalar(given(call, 0), calculated(env, [period]))
  }
}

export const PERIODS: [string, FilterFunction][] = [
  ['DATESYTD', toDate('year')],
  ['DATESQTD', toDate('quarter')],
  ['DATESMTD', toDate('month')],
]

export const PERIOD_TOTALS: [string, ScalarFunction][] = [
  ['TOTALYTD', totalToDate('DATESYTD')],
  ['TOTALQTD', totalToDate('DATESQTD')],
  ['TOTALMTD', totalToDate('DATESMTD')],
]
