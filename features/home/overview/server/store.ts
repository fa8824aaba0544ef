import { sql } from 'kysely'
import { contains, plain } from '#platform/server/database/list.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { maxEntries, type overviewSorts, type readOverview } from '../contract.ts'

type Figures = {
  units: number
  disabled: number
  people: number
  user_limit: number
  failed_mails: number
  failed_jobs: number
  failed_views: number
}

/** The people of all units of the client of a unit, and the limit of its contract; null without one, and for a partner. */
type ClientCounts = { client_users: number | null; client_user_limit: number | null }

/** Whether staff may enter a business unit. For a partner `lets_in` is false. */
type Openness = { enabled: boolean; maintenance: boolean; lets_in: boolean }

export type OverviewRow = Figures & {
  count: number
  limited_by_contract: boolean
  last_sign_in_at: Date | null
  /** The entries as JSON, so that times are texts. */
  entries: (Figures & { id: string; name: string; last_sign_in_at: string | null } & ClientCounts & Openness)[]
}

const orders: Record<(typeof overviewSorts)[number], string> = {
  failures: 'failed',
  name: 'sort_name',
  units: 'units',
  people: 'people',
  last_sign_in_at: 'last_sign_in_at',
}

/**
 * Reads the overview as one row. Row-level security shows a partner its units and mails; two SQL functions return the numbers of rows that
 * it hides from staff. `units` has a row per unit, `limits` a row per client and one for the units of a partner without a client, `entries`
 * a row per unit or, for the platform, per partner.
 */
export const overviewQuery = ({ search, sort, order }: InputOf<typeof readOverview>): SessionQuery<OverviewRow> => {
  const by = sql.raw(`f.${orders[sort]} ${order} nulls last, f.sort_name, f.id`)
  return sql<OverviewRow>`(
  with activity as materialized (select * from app.unit_activity()),
  units as (
    select t.id, t.name, t.partner_id, t.client_id, (not t.enabled)::int as disabled, t.user_limit, coalesce(c.active, 0) as people,
           t.enabled, t.maintenance, t.id in (select tenant_id from app.units_to_enter()) as lets_in,
           a.last_sign_in_at, coalesce(a.failed_views, 0) as failed_views, coalesce(a.failed_jobs, 0) as failed_jobs,
           (select count(*) from mails m where m.tenant_id = t.id and m.state = 'failed') as failed_mails
      from tenants t
      left join app.active_users() c on c.tenant_id = t.id
      left join activity a on a.tenant_id = t.id),
  contracts as (
    select u.client_id, sum(u.people)::int as users, k.user_limit
      from units u join clients k on k.id = u.client_id where k.user_limit is not null group by u.client_id, k.user_limit),
  limits as (
    select u.partner_id, least(sum(u.user_limit), k.user_limit) as user_limit, coalesce(k.user_limit < sum(u.user_limit), false) as by_contract
      from units u left join contracts k on k.client_id = u.client_id group by u.partner_id, u.client_id, k.user_limit),
  entries as (
    select u.id, u.name, 1 as units, u.disabled, u.people, u.user_limit, u.failed_mails, u.failed_jobs, u.failed_views, u.last_sign_in_at,
           u.enabled, u.maintenance, u.lets_in, k.users as client_users, k.user_limit as client_user_limit
      from units u left join contracts k on k.client_id = u.client_id where not (select app.on_platform())
    union all
    select p.id, p.name, count(u.id), coalesce(sum(u.disabled), 0), coalesce(sum(u.people), 0),
           (select coalesce(sum(l.user_limit), 0) from limits l where l.partner_id = p.id),
           coalesce(sum(u.failed_mails), 0), coalesce(sum(u.failed_jobs), 0), coalesce(sum(u.failed_views), 0), max(u.last_sign_in_at),
           true, false, false, null, null
      from partners p left join units u on u.partner_id = p.id where (select app.on_platform()) group by p.id)
  select count(*)::int as count, coalesce(sum(units), 0)::int as units, coalesce(sum(disabled), 0)::int as disabled,
         coalesce(sum(people), 0)::int as people, (select coalesce(sum(l.user_limit), 0)::float8 from limits l) as user_limit,
         (select coalesce(bool_or(l.by_contract), false) from limits l) as limited_by_contract,
         (select count(*)::int from mails m where m.state = 'failed') as failed_mails,
         (select coalesce(sum(failed_jobs), 0)::int from activity) as failed_jobs,
         coalesce(sum(failed_views), 0)::int as failed_views, max(last_sign_in_at) as last_sign_in_at,
         coalesce((select json_agg(f order by ${by}) from (select * from (
           select e.*, e.failed_mails + e.failed_jobs + e.failed_views as failed, ${plain('e.name')} as sort_name
             from entries e where ${contains(sql.ref('e.name'), search)}) f order by ${by} limit ${maxEntries}) f), '[]') as entries
    from entries
)`
}
