import { type RawBuilder, sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import { literal, offsetOf } from '#platform/server/database/list.ts'
import { isVisible } from '#features/embedding/server/reads.ts'
import { auditCounted, auditDays, type listAudit } from '../contract.ts'
import { eventsLike, termsOf } from './rules.ts'

export type EntryRow = {
  id: string
  at: Date
  event: string
  actor_id: string | null
  actor_name: string | null
  actor_email: string | null
  on_behalf_of: string | null
  address: string | null
  target_type: string | null
  target_id: string | null
  target_name: string | null
  tenant_name: string | null
}

type Options = InputOf<typeof listAudit>

/**
 * From where the platform's people work is theirs to know: whose trail tells of them reads who and what. A refused sign-in names nobody
 * but the e-mail that was typed.
 */
const address = sql`case when (select app.profile()) = 'a2m' or not coalesce(
  a.actor_id in (select app.platform_people()), lower(a.actor_email) in (select app.platform_emails()), false) then host(a.address) end`

const columns = sql`a.id, a.at, a.event, a.actor_id, a.actor_name, a.actor_email, ${address} as address, a.target_type, a.target_id,
  a.target_name, (select u.name from users u where u.id = a.on_behalf_of) as on_behalf_of,
  (select t.name from tenants t where t.id = a.tenant_id) as tenant_name`

/**
 * Whose entries a session reads, as the policy says it, one branch for each: the planner finds an index for a branch and none for
 * three conditions joined by "or". Of the three at most one is true, and the others are not even begun.
 */
const reaches = [
  sql`a.tenant_id = (select app.tenant_id())`,
  sql`(select app.tenant_id()) is null and a.partner_id = (select app.partner_id())`,
  sql`(select app.on_platform()) and a.tenant_id is null`,
]

/**
 * A page of the trail, newest first unless asked otherwise. What fits is looked for once, for the page and for `total`, which stops
 * at `auditCounted + 1`: nobody counts a million.
 */
export function pageQuery(options: Options) {
  const [skipped, counted] = [offsetOf(options), auditCounted + 1]
  const order = orderOf(options)
  const found = withinReach(options, sql`a.id, a.at`, Math.max(counted, skipped + options.size))
  return sql<EntryRow & { total: number }>`(
    with found as materialized (${found})
    select ${columns}, (select least(count(*), ${counted})::int from found) as total
      from (select id from found ${order} limit ${options.size} offset ${skipped}) p join audit_entries a using (id) ${order})`
}

/** The same entries without pages, for a file. */
export function rowsQuery(options: Options) {
  return sql<EntryRow>`(select ${columns} from (${withinReach(options, sql`a.*`, options.size)}) a ${orderOf(options)})`
}

const orderOf = ({ order }: Options) => sql`order by at ${sql.raw(order)}, id ${sql.raw(order)}`

/** The first `most` entries that fit, in order, whoever asks. */
function withinReach(options: Options, select: RawBuilder<unknown>, most: number): RawBuilder<unknown> {
  const wanted = sql.join(conditionsOf(options), sql` and `)
  const branch = (reach: RawBuilder<unknown>) =>
    sql`(select ${select} from audit_entries a where ${reach} and ${wanted} ${orderOf(options)} limit ${most})`
  return sql.join(reaches.map(branch), sql` union all `)
}

export function findQuery(id: string) {
  return sql<EntryRow & { changes: unknown; names: Record<string, string> }>`(
    select ${columns}, a.changes, ${namesIn(sql`a.changes`)} as names from audit_entries a where a.id = ${id})`
}

/** What an id in the changes may lead to. Behind the same walls as ever: a name that the session does not see stays an id. */
const named = ['users', 'user_groups', 'reports', 'report_groups', 'report_subgroups', 'shifts', 'tags', 'custom_fields', 'workspaces', 'tenants', 'partners'] as const // prettier-ignore

/** Ids that one entry is looked up for at the most. */
const mostNamed = 200

function namesIn(changes: RawBuilder<unknown>): RawBuilder<Record<string, string>> {
  const form = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
  const records = named.map((table) => sql`(select x.id, x.name from ${sql.table(table)} x join ids using (id))`)
  const accounts = sql`(select a.id, a.name from embedding_accounts a join ids using (id) where ${isVisible})`
  return sql`(
    with ids as materialized (
      select distinct m[1]::uuid as id from regexp_matches(${changes}::text, ${form}, 'g') m limit ${mostNamed})
    select coalesce(jsonb_object_agg(id, name), '{}') from (${sql.join([...records, accounts], sql` union all `)}) n)`
}

function conditionsOf({ from, to, event, target_type, actor_id, target_id, search }: Options): RawBuilder<unknown>[] {
  const equal = { event, target_type, actor_id, target_id }
  return [
    ...betweenDays(from, to),
    ...Object.entries(equal).flatMap(([column, value]) =>
      value === undefined ? [] : [sql`${sql.ref(`a.${column}`)} = ${value}`],
    ),
    ...termsOf(search).map(
      (term) =>
        sql`(a.words like (select app.plain(${`%${literal(term)}%`})) or a.event = any(${eventsLike(term)}::text[]))`,
    ),
  ]
}

/** The zone of the session's business unit; staff outside of one have that of the platform. */
const zone = sql`coalesce((select timezone from settings where tenant_id = (select app.tenant_id())), 'America/Sao_Paulo')`

/** Whole days in that zone, from the first instant of one to the last of the other. */
function betweenDays(from: string | undefined, to: string | undefined): RawBuilder<unknown>[] {
  const last = sql`coalesce(${to ?? null}::date, (now() at time zone ${zone})::date)`
  const first = sql`greatest(coalesce(${from ?? null}::date, ${last} - ${auditDays.default - 1}::int), ${last} - ${auditDays.most - 1}::int)`
  return [
    sql`a.at >= (select ${first}::timestamp at time zone ${zone})`,
    sql`a.at < (select (${last} + 1)::timestamp at time zone ${zone})`,
  ]
}
