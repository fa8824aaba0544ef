// Time intelligence: year, quarter and month to date. Functions that shift periods are refused.
import type { NodeOf } from '../ast.ts'
import { calculated } from '../calculate.ts'
import { scalar } from '../compile.ts'
import type { TestFilter } from '../context.ts'
import type { Adjustment, Env, FilterFunction, ScalarFunction } from '../environment.ts'
import { DaxError } from '../errors.ts'
import type { ColumnInfo } from '../schema.ts'
import { sql, type Sql } from '../sql.ts'
import { columnArgument, requiredArgument, takes } from './arguments.ts'

type Unit = 'year' | 'quarter' | 'month'

/** Filter from the start of the period that contains the last visible date, to this date. */
function toDate(unit: Unit): FilterFunction {
  return (env, call) => {
    takes(call, 1, 1) // The second argument (end of the fiscal year) is refused, not ignored.
    return periodOf(env, call, columnArgument(env, requiredArgument(call, 0)), unit)
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
  return [{ kind: 'replace', filters: [period] }]
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
]

export const PERIOD_TOTALS: [string, ScalarFunction][] = [
  ['TOTALYTD', totalToDate('DATESYTD')],
  ['TOTALQTD', totalToDate('DATESQTD')],
  ['TOTALMTD', totalToDate('DATESMTD')],
]
