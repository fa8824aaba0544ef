import { allows } from '#catalogue/access.ts'
import { isOpenTo } from '#features/organisation/tenants/server/queries.ts'
import { fail } from '#platform/contract/failure.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { exported, type Reader } from '#platform/server/export/export.ts'
import type { Cell, SheetColumn } from '#platform/server/export/sheet.ts'
import { type Route, rows } from '#platform/server/http/route.ts'
import * as calls from '../contract.ts'
import * as store from './store.ts'

/** Refuses a period whose last day is before its first one. */
const ordered =
  <Options extends { from?: string | undefined; to?: string | undefined }, Query>(query: (options: Options) => Query) =>
  (options: Options): Query => {
    const { from, to } = options
    if (from && to && to < from) fail('call.invalid', { fields: { to: 'invalid' } })
    return query(options)
  }

const without = <Row extends { total: number }>({ total: _, ...row }: Row) => row

/** Columns of a file: the key of each is a field of the row and a phrase of the feature. */
const columnsOf =
  <Row>(...keys: (keyof Row & string)[]) =>
  ({ word, yesNo }: Reader): SheetColumn<Row>[] =>
    keys.map((key) => ({
      key,
      title: word(`field.${key}`),
      value: (row) => {
        const value: unknown = row[key]
        if (typeof value === 'boolean') return yesNo(value)
        return key === 'day' ? { day: String(value) } : (value as Cell)
      },
    }))

const times = ['load_p50', 'load_p95', 'render_p50', 'render_p95'] as const
const target = 'usage'

const read = rows(calls.readUsage, ordered(store.summaryQuery), ([row]) => row ?? fail('call.failed'))

export const routes: Route[] = [
  read,
  rows(calls.listDays, ordered(store.daysQuery), (found, _, options) => pageOf(found, options, without)),
  exported(calls.exportDays, {
    target,
    query: ordered(store.daysQuery),
    columns: columnsOf<store.DayRow>('day', 'views', 'readers', ...times),
  }),
  rows(calls.listHours, ordered(store.hoursQuery), (found, _, options) => pageOf(found, options, without)),
  exported(calls.exportHours, {
    target,
    query: ordered(store.hoursQuery),
    columns: columnsOf<store.HourRow>('hour', 'views', 'readers'),
  }),
  rows(calls.listReportUsage, ordered(store.reportsQuery), (found, _, options) => pageOf(found, options, without)),
  exported(calls.exportReportUsage, {
    target,
    query: ordered(store.reportsQuery),
    columns: columnsOf<store.ReportRow>(
      'name',
      'place',
      'hidden',
      'views',
      'readers',
      'failed',
      'tv_views',
      ...times,
      'last_view_at',
    ),
  }),
  rows(calls.listPeopleUsage, ordered(store.peopleQuery), (found, _, options) => pageOf(found, options, without)),
  exported(calls.exportPeopleUsage, {
    target,
    query: ordered(store.peopleQuery),
    columns: columnsOf<store.PersonRow>('person', 'email', 'views', 'reports', 'last_view_at'),
  }),
  rows(calls.listPageUsage, ordered(store.pagesQuery), (found, _, options) => pageOf(found, options, without)),
  exported(calls.exportPageUsage, {
    target,
    query: ordered(store.pagesQuery),
    columns: columnsOf<store.PageRow>('name', 'report', 'views', 'readers', 'last_view_at'),
  }),
  rows(calls.listUnitUsage, ordered(store.unitsQuery), (found, _, options) => pageOf(found, options, without)),
  exported(calls.exportUnitUsage, {
    target,
    query: ordered(store.unitsQuery),
    columns: columnsOf<store.UnitRow>(
      'name',
      'views',
      'readers',
      'people',
      'reports',
      'opened_reports',
      'failed',
      ...times,
      'last_view_at',
    ),
  }),
  rows(calls.listFailedReports, store.failedReportsQuery, (found, { actor }, options) =>
    pageOf(found, options, ({ total: _, enabled, maintenance, lets_in, ...row }) => ({
      ...row,
      may_enter: allows(actor, 'tenant.enter') && isOpenTo(actor, { enabled, maintenance, lets_in }),
    })),
  ),
  exported(calls.exportFailedReports, {
    target,
    query: store.failedReportsQuery,
    columns: columnsOf<store.FailedReportRow>('unit', 'report', 'failures', 'readers', 'last_failed_at', 'known_since'),
  }),
]
