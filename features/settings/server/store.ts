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

/** How many reports are offered at once; more words find the others. */
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

/** The session's own row, locked: two changes at once follow each other. */
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

/** Asked while the row of settings is locked, where it is to be changed. */
export function findSender(db: Database, tenantId: TenantId) {
  return db.selectFrom('mail_senders').select(senderColumns).where('tenant_id', '=', tenantId).executeTakeFirst()
}

/** Null: the business unit has no sender of its own any more. */
export async function keepSender(db: Database, tenantId: TenantId, sender: SenderRow | null): Promise<void> {
  if (sender === null) return void (await db.deleteFrom('mail_senders').where('tenant_id', '=', tenantId).execute())
  await db
    .insertInto('mail_senders')
    .values({ tenant_id: tenantId, ...sender })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ ...sender, code_hash: null }))
    .execute()
}

/** What the business unit is called, for people who do not know it. */
export async function nameOf(db: Database, tenantId: TenantId): Promise<string> {
  return (await db.selectFrom('tenants').select('name').where('id', '=', tenantId).executeTakeFirstOrThrow()).name
}

/** A code for the address of the stored sender, which ends the one before; false where there is none to prove. */
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

/** Counts a try and answers the hash of the code it may be; null where none is good any more. */
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

/** Answers the address that is proven from now on; undefined where the code is that of another sender by now. */
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
