import { type RawBuilder, sql } from 'kysely'
import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { contains, offsetOf } from '#platform/server/database/list.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import { type listTicketAgents, type listTicketWeeks, type readTicketStatistics, shownAgents } from '../contract.ts'

type Weeks = InputOf<typeof readTicketStatistics>['weeks']
export type Statistics = AnswerOf<typeof readTicketStatistics>
export type WeekRow = Statistics['weeks'][number] & { total: number }
export type AgentRow = Statistics['agents'][number] & { total: number }

/** The time zone of the session's business unit. */
const zone = sql`(select timezone from settings where tenant_id = (select app.tenant_id()))`

/** The first day of the week of an instant. */
const weekOf = (instant: RawBuilder<unknown>) => sql`date_trunc('week', ${instant} at time zone ${zone})::date`

/**
 * Each ticket as up to three measures: in the week of its opening, of its resolution and of its rating. Merged tickets are counted with their
 * main ticket. Only people who handle tickets count them.
 */
const measures = (weeks: Weeks) => sql`
  since as (select ${weekOf(sql`now()`)} - 7 * (${Number(weeks)}::int - 1) as first_week),
  recent as materialized (
    select t.created_at, t.closed_at, t.rated_at, t.status, t.rating, t.handler_id, t.handler_staff_name,
           t.first_answered_at, t.first_answer_in_time, t.resolved_in_time,
           (select first_week from since)::timestamp at time zone ${zone} as since from tickets t
     where t.merged_into is null and (select app.handles_tickets())
       and (t.created_at >= (select first_week from since)::timestamp at time zone ${zone}
            or t.closed_at >= (select first_week from since)::timestamp at time zone ${zone}
            or t.rated_at >= (select first_week from since)::timestamp at time zone ${zone})),
  measures as materialized (
    select 'opened' as kind, ${weekOf(sql`r.created_at`)} as week, r.handler_id, r.handler_staff_name,
           ceil(extract(epoch from r.first_answered_at - r.created_at) / 60)::int as minutes,
           case when num_nonnulls(r.first_answer_in_time, r.resolved_in_time) > 0
                then coalesce(r.first_answer_in_time, true) and coalesce(r.resolved_in_time, true) end as in_time, null as rating
      from recent r where r.created_at >= r.since
    union all
    select 'resolved', ${weekOf(sql`r.closed_at`)}, r.handler_id, r.handler_staff_name, null, null, null
      from recent r where r.status = 'closed' and r.closed_at >= r.since
    union all
    select 'rated', ${weekOf(sql`r.rated_at`)}, r.handler_id, r.handler_staff_name, null, null, r.rating
      from recent r where r.rated_at >= r.since and r.rating is not null)`

const percent = (part: RawBuilder<unknown>, whole: RawBuilder<unknown>) =>
  sql`round(100.0 * count(*) filter (where ${part}) / nullif(count(*) filter (where ${whole}), 0))::int`

const figures = sql`
  count(*) filter (where m.kind = 'opened')::int as opened,
  count(*) filter (where m.kind = 'resolved')::int as resolved,
  percentile_disc(0.5) within group (order by m.minutes) as first_answer_minutes,
  ${percent(sql`m.in_time`, sql`m.in_time is not null`)} as within_share,
  ${percent(sql`m.rating = 'good'`, sql`m.kind = 'rated'`)} as good_share`

/** Also a week without tickets is a row. */
const byWeek = sql`
  by_week as (
    select w.week, ${figures}
      from (select first_week + 7 * n as week from since, generate_series(0, 51) n where first_week + 7 * n <= ${weekOf(sql`now()`)}) w
      left join measures m on m.week = w.week group by w.week)`

const byAgent = sql`
  by_agent as (
    select coalesce(p.name, a.handler_staff_name) as name, a.opened, a.resolved, a.first_answer_minutes, a.within_share, a.good_share
      from (select m.handler_id, m.handler_staff_name, ${figures} from measures m group by m.handler_id, m.handler_staff_name) a
      left join users p on p.id = a.handler_id)`

export const summaryQuery = ({ weeks }: InputOf<typeof readTicketStatistics>): SessionQuery<Statistics> => sql`(
  with ${measures(weeks)}, ${byWeek}, ${byAgent}
  select f.*, (select json_agg(w order by w.week) from by_week w) as weeks,
         coalesce((select json_agg(a) from (
           select * from by_agent order by opened + resolved desc, app.plain(name), name limit ${shownAgents}) a), '[]') as agents
    from (select ${figures} from measures m) f)`

export const weeksQuery = ({ weeks, order, ...page }: InputOf<typeof listTicketWeeks>): SessionQuery<WeekRow> => sql`(
  with ${measures(weeks)}, ${byWeek}
  select to_char(w.week, 'YYYY-MM-DD') as week, w.opened, w.resolved, w.first_answer_minutes, w.within_share, w.good_share,
         (count(*) over ())::int as total
    from by_week w order by w.week ${sql.raw(order)} limit ${page.size} offset ${offsetOf(page)})`

export const agentsQuery = ({
  weeks,
  order,
  search,
  ...page
}: InputOf<typeof listTicketAgents>): SessionQuery<AgentRow> => sql`(
  with ${measures(weeks)}, ${byAgent}
  select a.*, (count(*) over ())::int as total from by_agent a
   where ${search ? contains(sql`coalesce(a.name, '')`, search) : sql`true`}
   order by app.plain(a.name) ${sql.raw(order)} nulls last, a.opened limit ${page.size} offset ${offsetOf(page)})`
