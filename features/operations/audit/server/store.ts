import { type RawBuilder, sql } from 'kysely'
import { countedRows } from '#catalogue/limits.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { literal, offsetOf } from '#platform/server/database/list.ts'
import { isVisible } from '#features/sources/accounts/server/queries.ts'
import { auditDays, type listAudit } from '../contract.ts'
import { type AuditPhrases, termsOf } from './rules.ts'

export type EntryRow = {
  id: string
  at: Date
  event: string
  actor_id: string | null
  actor_name: string | null
  actor_origin: string | null
  actor_email: string | null
  on_behalf_of: string | null
  address: string | null
  target_type: string | null
  target_id: string | null
  target_name: string | null
  tenant_name: string | null
}

type Options = InputOf<typeof listAudit> & Pick<AuditPhrases, 'eventsLike'>

/**
 * The IP address; null for the platform's staff unless the reader is one of them. Entries of refused sign-ins have no actor, so the typed
 * e-mail is compared as well.
 */
const visibleIpAddress = sql`case when (select app.profile()) = 'a2m' or not coalesce(
  a.actor_id in (select app.platform_people()), lower(a.actor_email) in (select app.platform_emails()), false) then host(a.address) end`

const columns = sql`a.id, a.at, a.event, a.actor_id, a.actor_name, a.actor_origin, a.actor_email, ${visibleIpAddress} as address, a.target_type, a.target_id,
  a.target_name, (select u.name from users u where u.id = a.on_behalf_of) as on_behalf_of,
  (select t.name from tenants t where t.id = a.tenant_id) as tenant_name`

/**
 * The conditions of the row-level security policy as separate branches of a union, because the planner uses an index for each branch but
 * none for conditions joined by "or". At most one branch is true; PostgreSQL skips the others.
 */
const scopes = [
  sql`a.tenant_id = (select app.tenant_id())`,
  sql`(select app.tenant_id()) is null and a.partner_id = (select app.partner_id())`,
  sql`(select app.on_platform()) and a.tenant_id is null`,
]

/**
 * A page of the trail, newest first by default. One materialized query serves the page and `total`, which stops at `countedRows + 1`.
 */
export function pageQuery(options: Options) {
  const [skipped, counted] = [offsetOf(options), countedRows + 1]
  const order = orderOf(options)
  const found = matching(options, sql`a.id, a.at`, Math.max(counted, skipped + options.size))
  return sql<EntryRow & { total: number }>`(
    with found as materialized (${found})
    select ${columns}, (select least(count(*), ${counted})::int from found) as total
      from (select id from found ${order} limit ${options.size} offset ${skipped}) p join audit_entries a using (id) ${order})`
}

/** Selects all entries that match the options, without pages, for an export. */
export function rowsQuery(options: Options) {
  return sql<EntryRow>`(select ${columns} from (${matching(options, sql`a.*`, options.size)}) a ${orderOf(options)})`
}

const orderOf = ({ order }: Options) => sql`order by at ${sql.raw(order)}, id ${sql.raw(order)}`

/** Selects the first `max` matching entries that the session may read, in order. */
function matching(options: Options, select: RawBuilder<unknown>, max: number): RawBuilder<unknown> {
  const matchesOptions = sql.join(conditionsOf(options), sql` and `)
  const branch = (scope: RawBuilder<unknown>) =>
    sql`(select ${select} from audit_entries a where ${scope} and ${matchesOptions} ${orderOf(options)} limit ${max})`
  return sql.join(scopes.map(branch), sql` union all `)
}

export function findQuery(id: string) {
  return sql<EntryRow & { changes: unknown; names: Record<string, string> }>`(
    select ${columns}, a.changes, ${namesIn(sql`a.changes`)} as names from audit_entries a where a.id = ${id})`
}

/** Tables in which ids of changes are looked up. Row-level security applies: the id of a hidden record stays an id. */
const named = [
  'users',
  'user_groups',
  'reports',
  'report_groups',
  'report_subgroups',
  'shifts',
  'tags',
  'custom_fields',
  'workspaces',
  'playlists',
  'apps',
  'tasks',
  'triggers',
  'clients',
  'tenants',
  'partners',
] as const

/** Maximum ids per entry that are looked up. */
const maxNames = 200

function namesIn(changes: RawBuilder<unknown>): RawBuilder<Record<string, string>> {
  const form = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
  const records = named.map((table) => sql`(select x.id, x.name from ${sql.table(table)} x join ids using (id))`)
  const accounts = sql`(select a.id, a.name from embedding_accounts a join ids using (id) where ${isVisible})`
  return sql`(
    with ids as materialized (
      select distinct m[1]::uuid as id from regexp_matches(${changes}::text, ${form}, 'g') m limit ${maxNames})
    select coalesce(jsonb_object_agg(id, name), '{}') from (${sql.join([...records, accounts], sql` union all `)}) n)`
}

function conditionsOf({
  from,
  to,
  event,
  target_type,
  actor_id,
  target_id,
  search,
  eventsLike,
}: Options): RawBuilder<unknown>[] {
  const equal = { event, target_type, actor_id, target_id }
  return [
    ...betweenDays(from, to),
    ...Object.entries(equal).flatMap(([column, value]) =>
      value === undefined ? [] : [sql`${sql.ref(`a.${column}`)} = ${value}`],
    ),
    ...termsOf(search).map((term) => {
      const sought = sql`(select app.plain(${`%${literal(term)}%`}))`
      return sql`(a.words like ${sought} or app.plain(a.actor_origin) like ${sought} or a.event = any(${eventsLike(term)}::text[]))`
    }),
  ]
}

/** The time zone of the session's business unit, or the platform's for staff without one. */
const zone = sql`coalesce((select timezone from settings where tenant_id = (select app.tenant_id())), 'America/Sao_Paulo')`

/** Limits entries to whole days in the time zone of the session, the first and the last day included. */
function betweenDays(from: string | undefined, to: string | undefined): RawBuilder<unknown>[] {
  const last = sql`coalesce(${to ?? null}::date, (now() at time zone ${zone})::date)`
  const first = sql`greatest(coalesce(${from ?? null}::date, ${last} - ${auditDays.default - 1}::int), ${last} - ${auditDays.max - 1}::int)`
  return [
    sql`a.at >= (select ${first}::timestamp at time zone ${zone})`,
    sql`a.at < (select (${last} + 1)::timestamp at time zone ${zone})`,
  ]
}
