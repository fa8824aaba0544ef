// SQL of links to set a password. It runs before a session exists, with the platform's view of all tenants. Every statement therefore
// looks up exact keys.
import { sql } from 'kysely'
import { languageOf } from '#catalogue/languages.ts'
import type { Database } from '#platform/server/database/kysely.ts'

export async function idOf(db: Database, email: string): Promise<string | null> {
  return (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id ?? null
}

/** Finds a person, with the fields that decide at which hosts they may sign in; undefined when there is none. */
export async function findPerson(db: Database, id: string) {
  const found = await db
    .selectFrom('users')
    .select((eb) => [
      'id',
      'email',
      'name',
      'language',
      'auth_type',
      'password_hash',
      'staff',
      'partner_id',
      'home_tenant_id',
      eb
        .selectFrom('tenants')
        .select('tenants.partner_id')
        .whereRef('tenants.id', '=', 'users.home_tenant_id')
        .as('home_partner_id'),
      eb
        .selectFrom('memberships')
        .select(sql<string[]>`coalesce(array_agg(tenant_id), '{}')`.as('ids'))
        .whereRef('memberships.user_id', '=', 'users.id')
        .as('tenant_ids'),
      sql<boolean>`exists (select from memberships m where m.user_id = users.id and m.state <> 'D')`.as('has_tenant'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  return found && { ...found, language: languageOf(found.language) }
}

/**
 * Replaces the password hash of a person. Returns false for a person whose password an identity provider maintains. A new password makes
 * all links of the person invalid.
 */
export async function replacePassword(db: Database, id: string, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: hash })
    .where('id', '=', id)
    .where('auth_type', '=', 'password')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends all sessions of a person. Returns the ended sessions. */
export async function endSessions(db: Database, userId: string, reason: string) {
  await sql`select app.forget_devices_of_ended_sessions(${userId})`.execute(db)
  return db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()`, ended_by: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returning(['id', 'tenant_id'])
    .execute()
}

/** Finds the person of a session by its token, at the host for which the token was issued. */
export async function personOfSession(db: Database, tokenHash: Buffer, host: string): Promise<string | null> {
  const found = await db
    .selectFrom('session_tokens as k')
    .innerJoin('sessions as x', 'x.id', 'k.session_id')
    .select('x.user_id')
    .where('k.token_hash', '=', tokenHash)
    .where('x.host', '=', host)
    .executeTakeFirst()
  return found?.user_id ?? null
}

/** Reads the subdomain and the main domain of a partner or a business unit. */
export function namesOf(db: Database, { tenantId, partnerId }: { tenantId: string | null; partnerId: string }) {
  const owner =
    tenantId === null
      ? db.selectFrom('partners').select(['subdomain', 'domain']).where('id', '=', partnerId)
      : db.selectFrom('tenants').select(['subdomain', 'domain']).where('id', '=', tenantId)
  return owner.executeTakeFirstOrThrow()
}

/** Stores a link for a person of the session's business unit. Returns false when the unit may not set the person's password. */
export async function addAccessLink(
  db: Database,
  userId: string,
  tokenHash: Buffer,
  seconds: number,
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select app.add_access_link(${userId}::uuid, ${tokenHash}, ${seconds}) as done`.execute(db)
  return rows[0]?.done ?? false
}

type FirstAdministrator = {
  tenantId: string
  name: string
  email: string
  language: string
  tokenHash: Buffer
  seconds: number
}

/**
 * Adds the first administrator of a business unit. Returns false when the unit has people already, or when the session's staff do not
 * manage it.
 */
export async function addFirstAdministrator(db: Database, first: FirstAdministrator): Promise<boolean> {
  const { tenantId, name, email, language, tokenHash, seconds } = first
  const { rows } = await sql<{ id: string | null }>`
    select app.add_first_administrator(
      ${tenantId}::uuid, ${email}, ${name}, ${language}, ${tokenHash}, ${seconds}) as id`.execute(db)
  return Boolean(rows[0]?.id)
}

/** Adds a person to the platform's staff. Returns the id; null when the caller is not of the platform's staff. */
export async function addStaff(
  db: Database,
  { name, email, language, tokenHash, seconds }: Omit<FirstAdministrator, 'tenantId'>,
): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    select app.add_platform_staff(${email}, ${name}, ${language}, ${tokenHash}, ${seconds}) as id`.execute(db)
  return rows[0]?.id ?? null
}

/** Stores the link for another of the platform's staff. Returns false for anybody else. */
export async function addStaffLink(db: Database, userId: string, tokenHash: Buffer, seconds: number): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select app.add_staff_link(${userId}::uuid, ${tokenHash}, ${seconds}) as done`.execute(db)
  return rows[0]?.done ?? false
}

/** Reads name, subdomain, main domain and language of a business unit. */
export function unitOf(db: Database, tenantId: string) {
  return db
    .selectFrom('tenants')
    .select(['name', 'subdomain', 'domain', 'default_language'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
}
