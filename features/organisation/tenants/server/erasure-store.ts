// SQL of the stages of an erasure: the order, its end, and the proof. store.ts has the erasure of the rows.
import { sql } from 'kysely'
import { erasureGraceDays } from '#catalogue/limits.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import { listedErasures } from '../contract.ts'
import * as store from './store.ts'

export type Order = { unitId: string; name: string; partnerId: string; wasEnabled: boolean; by: string; byName: string }

/**
 * Closes a business unit until its erasure: its sessions end, and its exclusive flags are free for other units. Its hosts stay, so that its
 * people read at the sign-in that it is closed. Answers the end of the grace period.
 */
export async function order(db: Database, { unitId, name, partnerId, wasEnabled, by, byName }: Order): Promise<Date> {
  const closed = { enabled: false, default_for_sso: false, default_for_registration: false }
  const { erase_at } = await db
    .updateTable('tenants')
    .set((eb) => ({
      ...closed,
      erase_at: sql<Date>`now() + make_interval(days => ${erasureGraceDays})`,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', unitId)
    .returning(sql<Date>`erase_at`.as('erase_at'))
    .executeTakeFirstOrThrow()
  const who = { ordered_by: by, ordered_by_name: byName }
  await db
    .insertInto('unit_erasures')
    .values({ unit_id: unitId, unit_name: name, partner_id: partnerId, was_enabled: wasEnabled, ...who, erase_at })
    .execute()
  return erase_at
}

/** Locks the order of a unit whose erasure has not begun. */
export const findOrder = (db: Database, unitId: string) =>
  db
    .selectFrom('unit_erasures')
    .select(['id', 'ordered_by', 'was_enabled', 'erase_at'])
    .where('unit_id', '=', unitId)
    .where('begun_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** The policy `confirm` of the table asks the same function. */
export async function mayConfirm(db: Database, unitId: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select app.may_confirm_erasure(${unitId}) as may`.execute(db)
  return rows[0]?.may ?? false
}

export async function withdraw(db: Database, unitId: string, wasEnabled: boolean): Promise<void> {
  await db.deleteFrom('unit_erasures').where('unit_id', '=', unitId).execute()
  await db
    .updateTable('tenants')
    .set((eb) => ({ erase_at: null, enabled: wasEnabled, version: eb('version', '+', 1) }))
    .where('id', '=', unitId)
    .execute()
}

export async function confirm(db: Database, unitId: string, by: { id: string; name: string }): Promise<void> {
  const change = { confirmed_at: sql<Date>`now()`, confirmed_by: by.id, confirmed_by_name: by.name }
  await db
    .updateTable('unit_erasures')
    .set({ ...change, erase_at: sql<Date>`now()` })
    .where('unit_id', '=', unitId)
    .execute()
  await db
    .updateTable('tenants')
    .set({ erase_at: sql<Date>`now()`, removing_since: sql<Date>`now()` })
    .where('id', '=', unitId)
    .execute()
}

/** Begins the erasures whose grace period has passed. Answers the units. */
export async function beginDue(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update tenants set removing_since = now() where id in (
      select id from tenants where erase_at <= now() and removing_since is null order by erase_at limit 20 for update skip locked)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

export type Kept = { what: 'bills' | 'audit_entries' | 'models'; count: number }

/** Notes the rows of each table before the first row is erased, and what stays. A repeated job keeps the first numbers. */
export async function noteBegin(db: Database, unitId: string, tables: readonly { name: string; rows: number }[]) {
  const { begun_at } =
    (await db.selectFrom('unit_erasures').select('begun_at').where('unit_id', '=', unitId).executeTakeFirst()) ?? {}
  if (begun_at !== null) return
  const counts = Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))
  const kept = await countKept(db, unitId)
  await db
    .updateTable('unit_erasures')
    .set({ begun_at: sql<Date>`now()`, counts: JSON.stringify(counts), kept: JSON.stringify(kept) })
    .where('unit_id', '=', unitId)
    .execute()
}

/**
 * What stays: bills in which people of the unit were counted, because tax law demands it; entries of partner and platform about the unit;
 * and models of the report service in workspaces from which only this unit published.
 */
async function countKept(db: Database, unitId: string): Promise<Kept[]> {
  const { rows } = await sql<{ bills: number; audit_entries: number; models: number }>`
    select (select count(distinct bill_id)::int from bill_people where tenant_id = ${unitId}) as bills,
           (select count(*)::int from audit_entries where target_id = ${unitId} and tenant_id is null) as audit_entries,
           (select count(distinct w.service_id)::int from workspaces w join embedding_accounts a on a.id = w.account_id
             where w.tenant_id = ${unitId} and a.kind = 'local' and not exists (
               select from workspaces o where o.service_id = w.service_id and o.tenant_id <> w.tenant_id)) as models`.execute(
    db,
  )
  const [found] = rows
  return (['bills', 'audit_entries', 'models'] as const).map((what) => ({ what, count: found?.[what] ?? 0 }))
}

/** Notes that the rows are erased. @throws when a table still has a row of the unit: the transaction then undoes its last step. */
export async function noteRowsErased(db: Database, unitId: string): Promise<void> {
  const left = (await store.unitTables(db, unitId)).filter(({ rows }) => rows > 0)
  if (left.length > 0)
    throw new Error(`rows of an erased business unit are left in ${left.map(({ name }) => name).join(', ')}`)
  // Finished and failed jobs of the unit hold ids of its records.
  await sql`delete from pgboss.job where data ->> 'tenant_id' = ${unitId}`.execute(db)
  await db
    .updateTable('unit_erasures')
    .set({ rows_erased_at: sql<Date>`now()` })
    .where('unit_id', '=', unitId)
    .execute()
}

/** An erasure whose rows are gone and which has no proof yet; undefined otherwise. */
export const findUnproved = (db: Database, unitId: string) =>
  db
    .selectFrom('unit_erasures as e')
    .leftJoin('partners as p', 'p.id', 'e.partner_id')
    .selectAll('e')
    .select('p.name as partner')
    .where('e.unit_id', '=', unitId)
    .where('e.rows_erased_at', 'is not', null)
    .where('e.proved_at', 'is', null)
    .executeTakeFirst()

export type Unproved = NonNullable<Awaited<ReturnType<typeof findUnproved>>>

/** Rows of the unit in each table now, and its files that wait for their erasure. */
export async function countLeft(db: Database, unitId: string) {
  const tables = await store.unitTables(db, unitId)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from erased_files where split_part(path, '/', 2) = ${unitId}`.execute(db)
  return { tables, files: rows[0]?.n ?? 0 }
}

/** Stores the proof. False when another job did it before. */
export async function prove(db: Database, unitId: string, proof: { document: string; sha256: string; at: Date }) {
  const { document, sha256, at } = proof
  const { numUpdatedRows } = await db
    .updateTable('unit_erasures')
    .set({ document, sha256, proved_at: at })
    .where('unit_id', '=', unitId)
    .where('proved_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Units whose rows are erased and which have no proof, because the job that writes it was lost. */
export async function unprovedUnits(db: Database): Promise<string[]> {
  const found = await db
    .selectFrom('unit_erasures')
    .select('unit_id')
    .where('rows_erased_at', '<', sql<Date>`now() - interval '1 hour'`)
    .where('proved_at', 'is', null)
    .limit(20)
    .execute()
  return found.map(({ unit_id }) => unit_id)
}

export const listQuery = () =>
  queryBuilder
    .selectFrom('unit_erasures as e')
    .leftJoin('partners as p', 'p.id', 'e.partner_id')
    .select(['e.id', 'e.unit_name as unit', 'p.name as partner', 'e.ordered_at', 'e.ordered_by_name as ordered_by'])
    .select(['e.erase_at', 'e.confirmed_by_name as confirmed_by', 'e.proved_at', 'e.sha256', 'e.begun_at'])
    .orderBy('e.ordered_at', 'desc')
    .orderBy('e.id')
    .limit(listedErasures)

export const findProof = (db: Database, id: string) =>
  db
    .selectFrom('unit_erasures')
    .select(['unit_name', 'document', 'sha256', 'proved_at'])
    .where('id', '=', id)
    .where('proved_at', 'is not', null)
    .executeTakeFirst()
