import { type RawBuilder, sql } from 'kysely'
import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { contains, offsetOf, plain } from '#platform/server/database/list.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import {
  type listDays,
  type listFailedReports,
  type listHours,
  type listPageUsage,
  type listPeopleUsage,
  type listReportUsage,
  type listUnitUsage,
  type readUsage,
  usageDays,
} from '../contract.ts'

type Narrowed = InputOf<typeof readUsage>
type Counted<C extends { answers: { _zod: { output: { data: unknown[] } } } }> =
  C['answers']['_zod']['output']['data'][number] & { total: number }

export type DayRow = Counted<typeof listDays>
export type HourRow = Counted<typeof listHours>
export type ReportRow = Counted<typeof listReportUsage>
export type PersonRow = Counted<typeof listPeopleUsage>
export type PageRow = Counted<typeof listPageUsage>
export type UnitRow = Counted<typeof listUnitUsage>
/** A row of the list, and whether its unit lets staff enter. */
export type FailedReportRow = Omit<Counted<typeof listFailedReports>, 'may_enter'> & {
  enabled: boolean
  maintenance: boolean
  lets_in: boolean
}
type Summary = AnswerOf<typeof readUsage>

/** The time zone of the session's business unit. */
const zone = sql`(select timezone from settings where tenant_id = (select app.tenant_id()))`

const lastDay = ({ to }: Narrowed) => sql`coalesce(${to ?? null}::date, (now() at time zone ${zone})::date)`
const firstDay = ({ from, to }: Narrowed) =>
  sql`greatest(coalesce(${from ?? null}::date, ${lastDay({ to })} - ${usageDays.default - 1}::int),
    ${lastDay({ to })} - ${usageDays.max - 1}::int)`

/** Whole days in the time zone of the business unit, both ends included. */
const inPeriod = (options: Narrowed) => sql`
  v.at >= (select ${firstDay(options)}::timestamp at time zone ${zone})
  and v.at < (select (${lastDay(options)} + 1)::timestamp at time zone ${zone})`

/** Id of the viewed report: a report of a workspace, or an external report. */
const reportId = sql`coalesce(v.report_id, v.external_id)`

/**
 * The conditions of the events that are counted, without the period. A playlist opens reports all day on a screen that perhaps nobody looks
 * at, so its views count only where they are asked for.
 */
function narrowing({ origin, group_id, report_id, user_id }: Narrowed): RawBuilder<unknown> {
  return sql.join(
    [
      sql`true`,
      origin ? sql`v.origin = ${origin}` : sql`v.origin <> 'playlist'`,
      ...(report_id ? [sql`${reportId} = ${report_id}`] : []),
      ...(user_id ? [sql`v.user_id = ${user_id}`] : []),
      ...(group_id
        ? [
            sql`v.report_id in (select r.id from reports r join report_subgroups s on s.tenant_id = r.tenant_id
             and s.id = r.subgroup_id where s.group_id = ${group_id})`,
          ]
        : []),
    ],
    sql` and `,
  )
}

/** The events of the period as `logged`, with their day and hour in the time zone of the business unit. */
const logged = (options: Narrowed) => sql`
  logged as materialized (
    select v.event, ${reportId} as report_id, v.user_id, v.page, v.page_name, v.load_ms, v.render_ms, v.at,
           (v.at at time zone ${zone})::date as day, extract(hour from v.at at time zone ${zone})::int as hour
      from report_views v where ${inPeriod(options)} and ${narrowing(options)})`

const views = sql`count(*) filter (where l.event = 'opened')::int as views`
const readers = sql`count(distinct l.user_id) filter (where l.event = 'opened')::int as readers`
const failed = sql`count(*) filter (where l.event = 'failed')::int as failed`

/** A percentile by nearest rank, so that it is a time that a person really waited. */
const percentile = (share: number, column: string, as: string) =>
  sql`percentile_disc(${share}::float8) within group (order by ${sql.ref(`l.${column}`)}) filter (where l.event = 'rendered')
      as ${sql.ref(as)}`
const times = sql.join([
  percentile(0.5, 'load_ms', 'load_p50'),
  percentile(0.95, 'load_ms', 'load_p95'),
  percentile(0.5, 'render_ms', 'render_p50'),
  percentile(0.95, 'render_ms', 'render_p95'),
])
const timeColumns = sql`x.load_p50, x.load_p95, x.render_p50, x.render_p95`

const total = sql`count(*) over ()::int as total`
const pageOf = (options: { page: number; size: number }) =>
  sql`limit ${options.size} offset ${offsetOf(options as never)}`

const byDay = (options: Narrowed) => sql`
  by_day as (
    select d.day::date as day, coalesce(x.views, 0) as views, coalesce(x.readers, 0) as readers, ${timeColumns}
      from generate_series(${firstDay(options)}, ${lastDay(options)}, interval '1 day') d(day)
      left join (select l.day, ${views}, ${readers}, ${times} from logged l group by l.day) x on x.day = d.day::date)`

const byHour = sql`
  by_hour as (
    select h.hour, coalesce(x.views, 0) as views, coalesce(x.readers, 0) as readers
      from generate_series(0, 23) h(hour)
      left join (select l.hour, ${views}, ${readers} from logged l group by l.hour) x using (hour))`

/** The reports of the filter, including external reports, as `every_report`. */
const everyReport = ({ group_id, report_id }: Narrowed) => sql`
  every_report as (
    select r.id from reports r join report_subgroups s on s.tenant_id = r.tenant_id and s.id = r.subgroup_id
     where ${group_id ? sql`s.group_id = ${group_id}` : sql`true`} and ${report_id ? sql`r.id = ${report_id}` : sql`true`}
    union all
    select e.id from external_reports e
     where ${group_id ? sql`false` : sql`true`} and ${report_id ? sql`e.id = ${report_id}` : sql`true`})`

/** The reports that playlists showed in the period, as `on_tv`. They are asked apart unless an origin or a person is chosen. */
const onTv = (options: Narrowed) => sql`
  on_tv as (
    select ${reportId} as report_id, count(*)::int as views
      from report_views v
     where ${options.origin === undefined && options.user_id === undefined ? sql`true` : sql`false`}
       and v.origin = 'playlist' and v.event = 'opened' and ${inPeriod(options)}
     group by 1)`

/** The totals, as one row. */
export const summaryQuery = (options: Narrowed): SessionQuery<Summary> => sql<Summary>`(
  with ${logged(options)}, ${byDay(options)}, ${byHour}, ${everyReport(options)}, ${onTv(options)},
  unopened as (
    select r.id from every_report r
     where not exists (select from logged o where o.event = 'opened' and o.report_id = r.id))
  select ${views}, ${readers}, ${failed}, ${times},
         (select count(*)::int from memberships m where m.state in ('A', 'T')) as people,
         (select count(*)::int from every_report) as reports,
         (select count(*)::int from unopened r where not exists (select from on_tv o where o.report_id = r.id)) as unread_reports,
         (select count(*)::int from unopened r where exists (select from on_tv o where o.report_id = r.id)) as tv_only_reports,
         (select count(*)::int from memberships m where m.state in ('A', 'T')
             and not exists (select from logged o where o.event = 'opened' and o.user_id = m.user_id)) as silent_people,
         (select json_agg(d order by d.day) from by_day d) as days,
         (select json_agg(h order by h.hour) from by_hour h) as hours
    from logged l)`

export const daysQuery = (options: InputOf<typeof listDays>) => sql<DayRow>`(
  with ${logged(options)}, ${byDay(options)}
  select d.*, ${total} from by_day d
   where ${contains(sql`d.day::text`, options.search)}
   order by ${sql.ref(`d.${options.sort}`)} ${sql.raw(options.order)}, d.day ${pageOf(options)})`

export const hoursQuery = (options: InputOf<typeof listHours>) => sql<HourRow>`(
  with ${logged(options)}, ${byHour}
  select h.*, ${total} from by_hour h
   where ${contains(sql`h.hour::text`, options.search)}
   order by ${sql.ref(`h.${options.sort}`)} ${sql.raw(options.order)}, h.hour ${pageOf(options)})`

type SeenFilter = InputOf<typeof listPeopleUsage>['seen']

/** Condition: views in the period, none in the period, or none at all. */
const isSeen = (seen: SeenFilter) =>
  seen === undefined
    ? sql`true`
    : seen === 'never'
      ? sql`u.last_view_at is null`
      : seen === 'yes'
        ? sql`u.views > 0`
        : sql`u.views = 0`

/** The same for reports. What only TVs showed is neither opened nor not opened. */
const isReportSeen = (seen: InputOf<typeof listReportUsage>['seen']) =>
  seen === 'tv'
    ? sql`u.views = 0 and u.tv_views > 0`
    : seen === 'no'
      ? sql`u.views = 0 and u.tv_views = 0`
      : isSeen(seen)

export const reportsQuery = ({ search, sort, order, seen, ...options }: InputOf<typeof listReportUsage>) =>
  sql<ReportRow>`(
  with ${logged(options)}, ${onTv(options)},
  used as (
    select r.id, r.name, r.sort_name, g.name || ' › ' || s.name as place, r.hidden, coalesce(x.views, 0) as views,
           coalesce(x.readers, 0) as readers, coalesce(x.failed, 0) as failed, coalesce(o.views, 0) as tv_views, ${timeColumns},
           (select max(v.at) from report_views v
             where v.tenant_id = r.tenant_id and v.report_id = r.id and v.event = 'opened') as last_view_at
      from reports r
      join report_subgroups s on s.tenant_id = r.tenant_id and s.id = r.subgroup_id
      join report_groups g on g.tenant_id = s.tenant_id and g.id = s.group_id
      left join (select l.report_id, ${views}, ${readers}, ${failed}, ${times} from logged l group by l.report_id) x
        on x.report_id = r.id
      left join on_tv o on o.report_id = r.id
     where ${options.group_id ? sql`g.id = ${options.group_id}` : sql`true`}
       and ${options.report_id ? sql`r.id = ${options.report_id}` : sql`true`}
    union all
    select e.id, e.name, app.plain(e.name), split_part(e.address, '/', 3), false, coalesce(x.views, 0), coalesce(x.readers, 0),
           coalesce(x.failed, 0), coalesce(o.views, 0), ${timeColumns},
           (select max(v.at) from report_views v
             where v.tenant_id = e.tenant_id and v.external_id = e.id and v.event = 'opened')
      from external_reports e
      left join (select l.report_id, ${views}, ${readers}, ${failed}, ${times} from logged l group by l.report_id) x
        on x.report_id = e.id
      left join on_tv o on o.report_id = e.id
     where ${options.group_id ? sql`false` : sql`true`}
       and ${options.report_id ? sql`e.id = ${options.report_id}` : sql`true`})
  select u.id, u.name, u.place, u.hidden, u.views, u.readers, u.failed, u.tv_views, u.load_p50, u.load_p95, u.render_p50, u.render_p95,
         u.last_view_at, ${total}
    from used u
   where ${contains(sql`u.name || ' ' || u.place`, search)} and ${isReportSeen(seen)}
   order by ${sort === 'name' ? sql`u.sort_name` : sql.ref(`u.${sort}`)} ${sql.raw(order)} nulls last, u.sort_name, u.id
   ${pageOf(options)})`

/** The usage of members, and of other people with views: staff, and people who left. Row-level security hides their names. */
export const peopleQuery = ({ search, sort, order, seen, ...options }: InputOf<typeof listPeopleUsage>) =>
  sql<PersonRow>`(
  with ${logged(options)},
  opened as (
    select l.user_id, ${views}, count(distinct l.report_id)::int as reports from logged l where l.event = 'opened'
     group by l.user_id),
  counted as (
    select coalesce(m.user_id, o.user_id) as id, coalesce(o.views, 0) as views, coalesce(o.reports, 0) as reports
      from (select user_id from memberships where state in ('A', 'T')) m full join opened o on o.user_id = m.user_id
     where ${options.user_id ? sql`coalesce(m.user_id, o.user_id) = ${options.user_id}` : sql`true`}),
  used as (
    select c.*, p.name as person, p.email,
           (select max(v.at) from report_views v
             where v.tenant_id = (select app.tenant_id()) and v.user_id = c.id and v.event = 'opened') as last_view_at
      from counted c left join users p on p.id = c.id)
  select u.*, ${total} from used u
   where ${contains(sql`coalesce(u.person, '') || ' ' || coalesce(u.email, '')`, search)} and ${isSeen(seen)}
   order by ${sort === 'person' ? plain('u.person') : sql.ref(`u.${sort}`)} ${sql.raw(order)} nulls last, ${plain('u.person')}, u.id
   ${pageOf(options)})`

export const pagesQuery = ({ search, sort, order, ...options }: InputOf<typeof listPageUsage>) => sql<PageRow>`(
  with ${logged(options)},
  used as (
    select r.id || ' ' || x.page as id, r.id as report_id, r.name as report, r.sort_name, x.name, x.views, x.readers, x.last_view_at
      from (
        select l.report_id, l.page, coalesce((array_agg(l.page_name order by l.at desc) filter (where l.page_name <> ''))[1], l.page) as name,
               count(*)::int as views, count(distinct l.user_id)::int as readers, max(l.at) as last_view_at
          from logged l where l.event = 'page' group by l.report_id, l.page) x
      join reports r on r.id = x.report_id)
  select u.id, u.report_id, u.report, u.name, u.views, u.readers, u.last_view_at, ${total}
    from used u
   where ${contains(sql`u.name || ' ' || u.report`, search)}
   order by ${sort === 'name' ? plain('u.name') : sort === 'report' ? sql`u.sort_name` : sql.ref(`u.${sort}`)} ${sql.raw(order)},
            u.sort_name, ${plain('u.name')}, u.id
   ${pageOf(options)})`

/** The usage by business unit. Row-level security shows a partner its units; the SQL function counts the views that it hides. */
export const unitsQuery = ({ search, sort, order, from, to, ...page }: InputOf<typeof listUnitUsage>) => sql<UnitRow>`(
  select t.id, t.name, u.views, u.readers, u.people, u.reports, u.opened_reports, u.failed,
         u.load_p50, u.load_p95, u.render_p50, u.render_p95, u.last_view_at, ${total}
    from app.usage_by_unit(${from ?? null}::date, ${to ?? null}::date, ${usageDays.max}) u
    join tenants t on t.id = u.tenant_id
   where ${contains(sql`t.name`, search)}
   order by ${sort === 'name' ? plain('t.name') : sql.ref(`u.${sort}`)} ${sql.raw(order)} nulls last, ${plain('t.name')}, t.id
   ${pageOf(page)})`

/** The reports that could not be opened, by business unit. The SQL function has the period of the number on the home page of staff. */
export const failedReportsQuery = ({ search, sort, order, ...page }: InputOf<typeof listFailedReports>) =>
  sql<FailedReportRow>`(
  select concat_ws(' ', t.id, f.report_id) as id, t.id as unit_id, t.name as unit, f.report, f.failures, f.readers, f.last_failed_at,
         f.known_since, t.enabled, t.maintenance, t.id in (select tenant_id from app.units_to_enter()) as lets_in, ${total}
    from app.failed_reports() f
    join tenants t on t.id = f.tenant_id
   where f.failures > 0 and ${contains(sql`t.name || ' ' || coalesce(f.report, '')`, search)}
   order by ${sort === 'unit' ? plain('t.name') : sort === 'report' ? plain('f.report') : sql.ref(`f.${sort}`)} ${sql.raw(order)}
            nulls last, ${plain('t.name')}, ${plain('f.report')}, id
   ${pageOf(page)})`
