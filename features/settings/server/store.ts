import { sql } from 'kysely'
import { senderCode } from '#catalogue/limits.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { queryBuilder } from '#platform/server/database/kysely.ts'
import { contains } from '#platform/server/database/list.ts'
import type { TenantId } from '#platform/server/session/actor.ts'

const columns = [
  'home_page', 'home_report_id', 'own_home_page', 'timezone', 'allowed_addresses', 'save_filters', 'show_report_menu',
  'show_report_name', 'login_timeout_hours', 'show_last_update', 'force_last_update', 'watermark', 'logo_page',
  'logo_leads_home', 'version',
] as const // prettier-ignore

export const settingsQuery = () =>
  queryBuilder
    .selectFrom('settings')
    .leftJoin('reports as r', 'r.id', 'settings.home_report_id')
    .leftJoin('mail_senders as m', 'm.tenant_id', 'settings.tenant_id')
    .select(columns.map((column) => `settings.${column}` as const))
    .select('r.name as home_report')
    .select(['m.from_name', 'm.from_address', 'm.host', 'm.port', 'm.security', 'm.username'])
    .select(sql<boolean>`m.password_sealed is not null`.as('has_password'))
    .select(sql<boolean>`m.proven_at is not null`.as('is_proven'))

export type StoredSettings = Awaited<ReturnType<ReturnType<typeof settingsQuery>['executeTakeFirstOrThrow']>>

/** Number of reports in a picker; the user narrows the search to find others. */
const selectSize = 20

export const reportsQuery = (search: string) =>
  queryBuilder
    .selectFrom('reports as r')
    .innerJoin('report_subgroups as s', 's.id', 'r.subgroup_id')
    .innerJoin('report_groups as g', 'g.id', 's.group_id')
    .select(['r.id as value', 'r.name as label', sql<string>`concat_ws(' › ', g.name, s.name)`.as('place')])
    .where('r.hidden', '=', false)
    .where(contains(sql.ref('r.name'), search))
    .orderBy('r.sort_name')
    .orderBy('r.id')
    .limit(selectSize)

export type SettingsRow = Awaited<ReturnType<typeof findForUpdate>>

/** The row of the business unit. Locks it, so that changes are serialized. */
export function findForUpdate(db: Database, tenantId: TenantId) {
  return db
    .selectFrom('settings')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function update(db: Database, tenantId: TenantId, change: Partial<SettingsRow>): Promise<void> {
  await db.updateTable('settings').set(change).where('tenant_id', '=', tenantId).execute()
}

const senderColumns = [
  'host', 'port', 'security', 'username', 'password_sealed', 'from_name', 'from_address', 'proven_at',
] as const // prettier-ignore

export type SenderRow = NonNullable<Awaited<ReturnType<typeof findSender>>>

/** The stored sender. To change it, lock the settings first (`findForUpdate`). */
export function findSender(db: Database, tenantId: TenantId) {
  return db.selectFrom('mail_senders').select(senderColumns).where('tenant_id', '=', tenantId).executeTakeFirst()
}

/** Stores the sender; null deletes it. */
export async function keepSender(db: Database, tenantId: TenantId, sender: SenderRow | null): Promise<void> {
  if (sender === null) return void (await db.deleteFrom('mail_senders').where('tenant_id', '=', tenantId).execute())
  await db
    .insertInto('mail_senders')
    .values({ tenant_id: tenantId, ...sender })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ ...sender, code_hash: null }))
    .execute()
}

/** The name of the business unit. */
export async function nameOf(db: Database, tenantId: TenantId): Promise<string> {
  return (await db.selectFrom('tenants').select('name').where('id', '=', tenantId).executeTakeFirstOrThrow()).name
}

/** Stores a code for the sender's address; it replaces an earlier code. Returns false if there is no unverified sender. */
export async function keepCode(db: Database, tenantId: TenantId, codeHash: Buffer): Promise<boolean> {
  const expires = sql<Date>`now() + make_interval(mins => ${senderCode.minutes})`
  const { numUpdatedRows } = await db
    .updateTable('mail_senders')
    .set({ code_hash: codeHash, code_expires_at: expires, code_tries: 0 })
    .where('tenant_id', '=', tenantId)
    .where('proven_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Counts an attempt. Returns the hash of the valid code; null if the code has expired or was tried too often. */
export async function tryCode(db: Database, tenantId: TenantId): Promise<Buffer | null> {
  const tried = await db
    .updateTable('mail_senders')
    .set((eb) => ({ code_tries: eb('code_tries', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('code_expires_at', '>', sql<Date>`now()`)
    .where('code_tries', '<', senderCode.tries)
    .returning('code_hash')
    .executeTakeFirst()
  return tried?.code_hash ?? null
}

/** Marks the address as verified and returns it; undefined if the sender has another code by now. */
export async function prove(db: Database, tenantId: TenantId, codeHash: Buffer): Promise<string | undefined> {
  const proven = await db
    .updateTable('mail_senders')
    .set({ proven_at: sql<Date>`now()`, code_hash: null })
    .where('tenant_id', '=', tenantId)
    .where('code_hash', '=', codeHash)
    .returning('from_address')
    .executeTakeFirst()
  return proven?.from_address
}

export async function reportExists(db: Database, reportId: string): Promise<boolean> {
  return (await db.selectFrom('reports').select('id').where('id', '=', reportId).executeTakeFirst()) !== undefined
}
