import { sql } from 'kysely'
import { senderCode } from '#catalogue/limits.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { queryBuilder } from '#platform/server/database/kysely.ts'
import { contains } from '#platform/server/database/list.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import { addressTrial } from '../contract.ts'

const columns = [
  'home_page',
  'home_report_id',
  'own_home_page',
  'timezone',
  'allowed_addresses',
  'save_filters',
  'show_report_menu',
  'show_report_name',
  'login_timeout_hours',
  'show_last_update',
  'force_last_update',
  'watermark',
  'watermark_text',
  'logo_page',
  'logo_leads_home',
  'allow_remote_access',
  'import_from_units',
  'send_invitations',
  'send_notification_mails',
  'push_shows_content',
  'help_desk',
  'send_help_desk_mails',
  'password_rules',
  'password_min_length',
  'password_capital',
  'password_special',
  'password_days',
  'auto_block_days',
  'auto_register',
  'registration_approval',
  'known_people',
  'registration_domains',
  'require_two_factor',
  'admins_set_two_factor',
  'trust_browsers',
  'embedded_access',
  'embedded_origins',
  'version',
] as const

export const settingsQuery = () =>
  queryBuilder
    .selectFrom('settings')
    .innerJoin('tenants as t', 't.id', 'settings.tenant_id')
    .leftJoin('reports as r', 'r.id', 'settings.home_report_id')
    .leftJoin('mail_senders as m', 'm.tenant_id', 'settings.tenant_id')
    .select(columns.map((column) => `settings.${column}` as const))
    .select(['r.name as home_report', 'settings.password_rules_changed_at', 'settings.embedded_secret_at'])
    .select('t.registration_enabled as registration_allowed')
    .select(['m.from_name', 'm.from_address', 'm.host', 'm.port', 'm.security', 'm.username'])
    .select(sql<boolean>`m.password_sealed is not null`.as('has_password'))
    .select(sql<boolean>`m.proven_at is not null`.as('is_proven'))

export type StoredSettings = Awaited<ReturnType<ReturnType<typeof settingsQuery>['executeTakeFirstOrThrow']>>

/** The subdomain of a business unit has the id of the unit. A domain is looked for in its billing periods: a unit cannot read `domains`. */
export const whitelistQuery = (domainId: string) =>
  queryBuilder
    .selectFrom('settings as s')
    .select(sql<string>`${domainId}::uuid`.as('domain_id'))
    .select(['s.embedded_access as enable_embedded', 's.embedded_origins as domains_embedded_whitelist'])
    .where((where) =>
      where.or([
        where('s.tenant_id', '=', domainId),
        where.exists(
          where
            .selectFrom('domain_periods as p')
            .select('p.domain_id')
            .whereRef('p.tenant_id', '=', 's.tenant_id')
            .where('p.domain_id', '=', domainId)
            .where('p.ended_at', 'is', null),
        ),
      ]),
    )

/** Stores a new secret of embedded access. A trigger ends the sessions of the earlier one. */
export async function keepEmbeddedSecret(db: Database, tenantId: TenantId, sealed: Buffer): Promise<void> {
  await db
    .updateTable('settings')
    .set({ embedded_secret_sealed: sealed, embedded_secret_at: sql<Date>`clock_timestamp()` })
    .where('tenant_id', '=', tenantId)
    .execute()
}

/** Locks and returns every sealed secret of embedded access. */
export function lockSealed(db: Database) {
  return db
    .selectFrom('settings')
    .select(['tenant_id', 'embedded_secret_sealed as sealed'])
    .where('embedded_secret_sealed', 'is not', null)
    .orderBy('tenant_id')
    .forUpdate()
    .execute()
}

/** Stores a secret that was sealed again with another key. The secret itself is unchanged, so its sessions stay open. */
export async function replaceSealed(db: Database, tenantId: string, sealed: Buffer): Promise<void> {
  await db.updateTable('settings').set({ embedded_secret_sealed: sealed }).where('tenant_id', '=', tenantId).execute()
}

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

/** Locks and reads the settings of the business unit, so that changes are serialized. */
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
  'host',
  'port',
  'security',
  'username',
  'password_sealed',
  'from_name',
  'from_address',
  'proven_at',
] as const

export type SenderRow = NonNullable<Awaited<ReturnType<typeof findSender>>>

/** Reads the stored sender. To change it, lock the settings first (`findForUpdate`). */
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

/** Counts an attempt to verify the sender. Returns the hash of the valid code; null if the code has expired or was tried too often. */
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

type Refused = { id: string; name: string; email: string; addresses: string[]; last_at: Date; total: number }

/**
 * People whose recent actions (days of `addressTrial`) came from IP addresses outside of the list. Staff are left out, because the list
 * never restricts them.
 */
export const refusedQuery = ({ allowed_addresses }: { allowed_addresses: string[] }): SessionQuery<Refused> =>
  sql<Refused>`(
    select m.user_id as id, u.name, u.email, array_agg(distinct host(e.address) order by host(e.address)) as addresses,
           max(e.at) as last_at, count(*) over ()::integer as total
      from audit_entries e
      join memberships m on m.tenant_id = e.tenant_id and m.user_id = e.actor_id
      join users u on u.id = m.user_id
     where e.tenant_id = (select app.tenant_id()) and e.at > now() - make_interval(days => ${addressTrial.days})
       and m.state in ('A', 'T') and u.staff is null and not e.address <<= any (${allowed_addresses}::inet[])
     group by m.user_id, u.name, u.email
     order by last_at desc, id
     limit ${addressTrial.people})`
