import { sql } from 'kysely'
import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import type { AccountKey } from '#features/sources/accounts/server/commands.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import { summaryQuery } from '#features/reports/usage/server/queries.ts'
import { unitCapacityCosts } from '#features/sources/capacities/server/queries.ts'
import { type EmbeddedSource, type listManagement, maxCostMonths, type viewManagement } from '../contract.ts'

/** SQL of the computed fields. Row-level security leaves out the units that the session does not see. */
export const computed = {
  tenants: sql`coalesce((select json_agg(json_build_object('id', u.id, 'name', u.name) order by u.name, u.id)
    from tenants u where u.id = any(r.tenant_ids)), '[]')`,
}

type ManagementRow = AnswerOf<typeof listManagement>['data'][number]

export const managementQuery = (): SessionQuery<ManagementRow> =>
  sql<ManagementRow>`(select * from app.management_reports())`

type Period = Omit<InputOf<typeof viewManagement>, 'id'>

const lastMonth = ({ to }: Period) => sql`date_trunc('month', coalesce(${to ?? null}::date, app.today()))::date`

const firstMonth = ({ from, to }: Period) => sql`greatest(
  coalesce(date_trunc('month', ${from ?? null}::date), ${lastMonth({ to })} - interval '11 months'),
  ${lastMonth({ to })} - make_interval(months => ${maxCostMonths - 1}::int))::date`

/** The costs of the business unit in the months of a period, as JSON. */
const costsOf = (report: string, period: Period) => sql`(
  with months as (
    select o.month::date as month from generate_series(${firstMonth(period)}, ${lastMonth(period)}, interval '1 month') o(month)
  ), bills as (
    select * from app.management_bills(${report}, ${firstMonth(period)}, ${lastMonth(period)})
  ), capacity_costs as (
    select k.* from ${unitCapacityCosts(sql`select month from months`)} k
  )
  select json_build_object(
    'months', (select coalesce(json_agg(to_char(month, 'YYYY-MM') order by month), '[]') from months),
    'bills', (select coalesce(json_agg(json_build_object(
                'month', to_char(b.month, 'YYYY-MM'), 'people', b.people, 'is_shared', b.is_shared, 'billed_users', b.billed_users,
                'number_of_bonus', b.number_of_bonus, 'price', b.price::text, 'domains', b.domains, 'domain_fee', b.domain_fee::text,
                'total', b.total::text,
                'share', coalesce(b.total / nullif((select max(total) from bills), 0), 0)) order by b.month desc), '[]') from bills b),
    'billed', (select sum(total)::text from bills),
    'capacities', (select coalesce(json_agg(k order by k.month desc, k.name, k.id, k.size), '[]') from capacity_costs k),
    'capacity_totals', (select coalesce(json_agg(c order by c.currency), '[]') from (
       select currency, coalesce(sum(amount::numeric), 0)::numeric(18, 2)::text as amount, bool_or(amount is null) as unpriced
         from capacity_costs group by currency) c)))`

/**
 * The report with its numbers or its costs; no row if the person may not read it. Row-level security restricts the numbers and the
 * capacities to the business unit of the session; app.management_bills() restricts the bills.
 */
export const viewQuery = ({
  id,
  ...period
}: InputOf<typeof viewManagement>): SessionQuery<AnswerOf<typeof viewManagement>> => sql<
  AnswerOf<typeof viewManagement>
>`(
  select m.*, case when m.source not in ('costs', 'report') then (select row_to_json(u) from ${summaryQuery(period)} u) end as usage,
         case when m.source = 'costs' then ${costsOf(id, period)} end as costs
    from (select * from app.management_reports() m where m.id = ${id}) m)`

/** The number of these business units that the session sees. */
export async function countUnits(db: Database, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tenants where id = any(${ids}::uuid[])`.execute(db)
  return rows[0]?.count ?? 0
}

export type EmbeddedKey = AccountKey & { embedded: EmbeddedSource }

/** The source of an embedded report with the credentials of its account; undefined if the person may not read the report. */
export async function findEmbedded(db: Database, id: string): Promise<EmbeddedKey | undefined> {
  const { rows } = await sql<EmbeddedKey>`select * from app.management_embedded(${id})`.execute(db)
  return rows[0]
}

export type PublishingAccount = AccountKey & { id: string; name: string; partner: string }

/** Most accounts among which a publisher chooses. */
const maxAccounts = 1_000

/** The accounts from which the session may publish. */
export async function publishingAccounts(db: Database): Promise<PublishingAccount[]> {
  const { rows } = await sql<PublishingAccount>`select * from app.publishing_accounts() limit ${maxAccounts}`.execute(
    db,
  )
  return rows
}

/** One of those accounts; undefined for the account of another partner or of a business unit. */
export async function findPublishingAccount(db: Database, id: string): Promise<PublishingAccount | undefined> {
  const { rows } = await sql<PublishingAccount>`select * from app.publishing_accounts() where id = ${id}`.execute(db)
  return rows[0]
}

/** Those of these workspaces at the service from which a business unit of any partner publishes. */
export async function workspacesOfUnits(db: Database, serviceIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ service_id: string }>`
    select service_id from app.workspaces_of_units(${serviceIds}::text[])`.execute(db)
  return new Set(rows.map(({ service_id }) => service_id))
}
