// SQL of retention. Each kind says which rows are old; the preview counts them and the job deletes them.
import { type RawBuilder, sql } from 'kysely'
import { countedRows } from '#catalogue/limits.ts'
import { type RetentionKind, retentionKinds } from '#catalogue/retention.ts'
import { pictureKind } from '#platform/server/html/pictures.ts'
import { hold } from '#platform/server/database/hold.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'

type Days = Partial<Record<RetentionKind, number>>

export const rulesQuery = () =>
  queryBuilder
    .selectFrom('retention_rules')
    .select(['version'])
    .select(sql<Days>`days`.as('days'))

/** Serializes changes, also the first one: there is no row to lock yet. */
export async function findForUpdate(db: Database, tenantId: string | null) {
  await hold(db, `retention of ${tenantId}`)
  return db
    .selectFrom('retention_rules')
    .select(['version'])
    .select(sql<Days>`days`.as('days'))
    .executeTakeFirst()
}

export async function store(db: Database, days: Days): Promise<void> {
  const text = JSON.stringify(days)
  await sql`
    insert into retention_rules (days) values (${text}::jsonb)
    on conflict (tenant_id) do update set days = excluded.days, version = retention_rules.version + 1`.execute(db)
}

/** Where the records of a kind are, and which of them may go when they are old. Their alias is `r`. */
const records: Record<RetentionKind, { table: string; at: string; may: RawBuilder<unknown> }> = {
  audit: { table: 'audit_entries', at: 'at', may: sql`true` },
  usage: { table: 'report_views', at: 'at', may: sql`true` },
  // A message waits for its first day, and is shown until its last one.
  notifications: {
    table: 'notifications',
    at: 'created_at',
    may: sql`(r.published_at is not null or r.refusal is not null) and (r.ends_at is null or r.ends_at < now())`,
  },
  mails: { table: 'mails', at: 'created_at', may: sql`r.state not in ('waiting', 'sending')` },
  exports: { table: 'scheduled_export_runs', at: 'created_at', may: sql`r.state <> 'waiting'` },
  task_runs: { table: 'task_runs', at: 'created_at', may: sql`true` },
  tickets: { table: 'tickets', at: 'closed_at', may: sql`r.status = 'closed'` },
  imports: { table: 'user_imports', at: 'changed_at', may: sql`true` },
  webhook_log: { table: 'webhook_deliveries', at: 'created_at', may: sql`r.state <> 'waiting'` },
}

const isOld = (kind: RetentionKind, tenantId: RawBuilder<unknown>, days: RawBuilder<unknown>) => {
  const { at, may } = records[kind]
  return sql`r.tenant_id = ${tenantId} and r.${sql.ref(at)} < now() - make_interval(days => ${days}) and ${may}`
}

/** Counts what each kind would lose now in the business unit of the session. Null: nothing, because the kind has no end. */
export const previewQuery = (days: Record<RetentionKind, number | null>) => {
  const counts = retentionKinds.map((kind) => {
    const old = isOld(kind, sql`(select app.tenant_id())`, sql`${days[kind]}::integer`)
    return sql`(select count(*)::int from (select from ${sql.table(records[kind].table)} r where ${old} limit ${countedRows + 1}) x) as ${sql.ref(kind)}`
  })
  return sql<Record<RetentionKind, number>>`(select ${sql.join(counts)})`
}

export type UnitRules = { tenant_id: string; partner_id: string; days: Days }

/** The rules of units behind an id, in order. A closed unit is left as it is. */
export async function unitsAfter(db: Database, after: string | null, limit: number): Promise<UnitRules[]> {
  const { rows } = await sql<UnitRules>`
    select t.id as tenant_id, t.partner_id, coalesce(r.days, '{}') as days
      from tenants t left join retention_rules r on r.tenant_id = t.id
     where t.erase_at is null and (${after}::uuid is null or t.id > ${after}::uuid) order by t.id limit ${limit}`.execute(
    db,
  )
  return rows
}

type Old = { kind: Exclude<RetentionKind, 'audit'>; tenantId: string; days: number; limit: number }

/** A pattern of a picture's path in the JSON of a text. It does not match a path that is only part of the visible text. */
const pictureInBody = String.raw` src=\\"/storage/(private/[0-9a-f-]{36}/[A-Za-z0-9_-]{22}[.]webp)\\"`

/** The files that go with records of a kind; their rows are `old`. */
const filesOf: { [Kind in RetentionKind]?: RawBuilder<unknown> } = {
  tickets: sql`
    delete from files where path in (
      select a.path from ticket_attachments a join tickets t on t.tenant_id = a.tenant_id and t.id = a.ticket_id
       where t.ctid in (select ctid from old))`,
  // The pictures of their texts. Other files that a text mentions are not erased.
  notifications: sql`
    delete from files f using notifications n, lateral regexp_matches(n.body::text, ${pictureInBody}, 'g') m
     where n.ctid in (select ctid from old) and f.path = m[1] and f.tenant_id = n.tenant_id and f.kind = ${pictureKind}`,
}

/**
 * Deletes at most `limit` old records of a unit, with their files, in one statement: it chooses the records once, and locks those with
 * files, so that nobody changes them meanwhile. Answers their number.
 */
export async function deleteOld(db: Database, { kind, tenantId, days, limit }: Old): Promise<number> {
  const table = sql.table(records[kind].table)
  const files = filesOf[kind]
  const { rows } = await sql<{ gone: number }>`
    with old as materialized (
      select r.ctid from ${table} r where ${isOld(kind, sql`${tenantId}::uuid`, sql`${days}::integer`)}
       limit ${limit} ${files ? sql`for update of r skip locked` : sql``})
    ${files ? sql`, files_gone as (${files})` : sql``}
    , gone as (delete from ${table} where ctid in (select ctid from old) returning 1)
    select count(*)::int as gone from gone`.execute(db)
  return rows[0]?.gone ?? 0
}

export type Pruned = { position: number; hash: string; entries: number }

/**
 * Deletes the first links and entries of the chain of a unit, up to the first entry that is not old or that is missing: a missing one is a
 * break that a verification must still find. Null: there was none.
 */
export async function pruneAudit(db: Database, tenantId: string, days: number, limit: number): Promise<Pruned | null> {
  await sql`
    select set_config('app.pruned_unit', ${tenantId}, true),
           set_config('app.pruned_before', (now() - make_interval(days => ${days}::integer))::text, true)`.execute(db)
  const { rows } = await sql<{ position: string; hash: string }>`
    with firsts as (
      select l.position, l.hash, e.at < now() - make_interval(days => ${days}::integer) as is_old
        from audit_links l left join audit_entries e on e.id = l.entry_id
       where l.chain = ${tenantId} order by l.position limit ${limit}),
    stop as (select min(position) as position from firsts where is_old is not true)
    select f.position, encode(f.hash, 'hex') as hash from firsts f, stop
     where stop.position is null or f.position < stop.position order by f.position desc limit 1`.execute(db)
  const [last] = rows
  if (!last) return null
  const ids = await sql<{ entry_id: string }>`
    delete from audit_links where chain = ${tenantId} and position <= ${last.position} returning entry_id`.execute(db)
  await sql`delete from audit_entries where id = any(${ids.rows.map(({ entry_id }) => entry_id)}::uuid[])`.execute(db)
  return { position: Number(last.position), hash: last.hash, entries: ids.rows.length }
}
