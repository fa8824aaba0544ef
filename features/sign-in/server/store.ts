// SQL of the sign-in. It runs before a session exists, with the platform's view of all tenants. Every statement therefore looks up
// exact keys.
import { sql } from 'kysely'
import { defaultLanguage, type Language, languageOf } from '#catalogue/languages.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { Place } from '#platform/server/hosts.ts'

/** The person with this e-mail, and the fields that decide at which hosts they may sign in; undefined when there is none. */
export function findPerson(db: Database, email: string) {
  return db
    .selectFrom('users')
    .select((eb) => [
      'id',
      'email',
      'name',
      'password_hash',
      'auth_type',
      'language',
      'staff',
      'partner_id',
      eb
        .selectFrom('memberships')
        .select(sql<string[]>`coalesce(array_agg(tenant_id), '{}')`.as('ids'))
        .whereRef('memberships.user_id', '=', 'users.id')
        .as('tenant_ids'),
    ]) // prettier-ignore
    .where('email', '=', email)
    .executeTakeFirst()
}

/** Limits the wait for row locks to one second: a sign-in that waits occupies one of few connections. */
export async function waitBriefly(db: Database): Promise<void> {
  await sql`set local lock_timeout = '1s'`.execute(db)
}

/**
 * Whether the checked password is still the person's. The row stays locked until the session is committed. A concurrent change of the
 * password waits for that, and then ends this session with the others.
 */
export async function isStillRight(
  db: Database,
  checked: { id: string; password_hash: string | null },
): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', checked.id)
    .where('password_hash', '=', checked.password_hash)
    .where('auth_type', '=', 'password')
    .forShare()
    .executeTakeFirst()
  return found !== undefined
}

/** Ends the sessions of a person beyond `most`, the least recently used first. */
export async function endOldest(db: Database, userId: string, most: number): Promise<void> {
  await sql`
    update sessions set ended_at = now(), ended_by = 'crowded'
     where id in (
       select id from sessions where user_id = ${userId} and ended_at is null order by last_seen_at desc, id desc offset ${most} for update)
  `.execute(db)
}

export type NewSession = {
  userId: string
  tenantId: string | null
  partnerId: string | null
  authType: 'password'
  host: string
  address: string
  userAgent: string | null
  hours: number
  tokenHash: Buffer
}

export async function addSession(db: Database, session: NewSession): Promise<string> {
  const { id } = await db
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      tenant_id: session.tenantId,
      partner_id: session.partnerId,
      auth_type: session.authType,
      host: session.host,
      address: session.address,
      user_agent: session.userAgent,
      expires_at: sql<Date>`now() + make_interval(hours => ${session.hours})`,
      idle_minutes: session.hours * 30,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('session_tokens').values({ token_hash: session.tokenHash, session_id: id }).execute()
  return id
}

export async function noteSignIn(db: Database, userId: string, tenantId: string | null): Promise<void> {
  if (!tenantId) return
  await db
    .updateTable('memberships')
    .set({ last_sign_in_at: sql<Date>`now()` })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute()
}

/** Whether `takeOneTimeToken` would accept the token now. */
export async function isOneTimeTokenGood(db: Database, purpose: string, tokenHash: Buffer): Promise<boolean> {
  const found = await db
    .selectFrom('one_time_tokens')
    .select('purpose')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return found !== undefined
}

/** Uses a one-time token: returns true exactly once, and only before it expires. */
export async function takeOneTimeToken(db: Database, purpose: string, tokenHash: Buffer): Promise<boolean> {
  const taken = await db
    .updateTable('one_time_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

export async function addPlatformStaff(
  db: Database,
  person: { email: string; name: string; passwordHash: string },
): Promise<string> {
  const { id } = await db
    .insertInto('users')
    .values({ email: person.email, name: person.name, password_hash: person.passwordHash, staff: 'a2m' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function profileIn(db: Database, tenantId: string, userId: string): Promise<string> {
  const membership = await db
    .selectFrom('memberships')
    .select('profile')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return membership.profile
}

export async function hasPlatformStaff(db: Database): Promise<boolean> {
  return (
    (await db.selectFrom('users').select('id').where('staff', '=', 'a2m').limit(1).executeTakeFirst()) !== undefined
  )
}

/** Stores the only valid token of a purpose; it expires after 24 hours. */
export async function replaceOneTimeToken(db: Database, purpose: string, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('purpose', '=', purpose).execute()
  const expires_at = sql<Date>`now() + interval '24 hours'`
  await db.insertInto('one_time_tokens').values({ token_hash: tokenHash, purpose, expires_at }).execute()
}

/** The language of a host's sign-in page in a browser that has chosen none: that of its business unit, else pt-BR. */
export async function defaultLanguageOf(db: Database, { tenantId }: Place): Promise<Language> {
  if (tenantId === null) return defaultLanguage
  const unit = await db.selectFrom('tenants').select('default_language').where('id', '=', tenantId).executeTakeFirst()
  return unit ? languageOf(unit.default_language) : defaultLanguage
}
