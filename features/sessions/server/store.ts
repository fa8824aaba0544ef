// SQL of sessions. They have the platform's row-level security policy: the tenant is known only after the token was looked up.
import { sql } from 'kysely'
import type { Language } from '#catalogue/languages.ts'
import { refreshGraceMinutes } from '#catalogue/limits.ts'
import type { Database } from '#platform/server/database/kysely.ts'

/** Two tabs may renew with the same token at the same moment. Within these seconds the second one is refused, but the session goes on. */
const renewalRaceSeconds = 10

/** The session of a token, even if the token was replaced. Locks both rows, so that renewals are serialized. */
export function findByToken(db: Database, tokenHash: Buffer) {
  const idleEnd = sql`last_seen_at + make_interval(mins => idle_minutes)`
  return db
    .selectFrom('session_tokens')
    .innerJoin('sessions', 'sessions.id', 'session_tokens.session_id')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id',
      'sessions.user_id',
      'users.email',
      'sessions.tenant_id',
      'sessions.partner_id',
      'sessions.host',
      'sessions.expires_at',
      'sessions.ended_at',
      'session_tokens.replaced_at',
      sql<boolean>`session_tokens.replaced_at < now() - make_interval(secs => ${renewalRaceSeconds})`.as('reused'),
      sql<boolean>`sessions.expires_at > now() and ${idleEnd} + make_interval(mins => ${refreshGraceMinutes}) > now()`.as(
        'renewable',
      ),
    ]) // prettier-ignore
    .where('session_tokens.token_hash', '=', tokenHash)
    .forUpdate(['sessions', 'session_tokens'])
    .executeTakeFirst()
}

export async function endSession(db: Database, id: string, reason: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()`, ended_by: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Replaces the token of a session and resets its idle timeout. */
export async function replaceToken(db: Database, sessionId: string, oldHash: Buffer, newHash: Buffer): Promise<void> {
  await db
    .updateTable('session_tokens')
    .set({ replaced_at: sql<Date>`now()` })
    .where('token_hash', '=', oldHash)
    .execute()
  await db.insertInto('session_tokens').values({ token_hash: newHash, session_id: sessionId }).execute()
  await db
    .updateTable('sessions')
    .set({ last_seen_at: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .execute()
}

/** The session's business unit. */
export function currentTenant(db: Database, tenantId: string) {
  return db
    .selectFrom('tenants')
    .select(['id', 'name', 'subdomain', 'domain'])
    .where('id', '=', tenantId)
    .executeTakeFirst()
}

export async function keepAwake(db: Database, sessionId: string): Promise<void> {
  await sql`select app.touch_session(${sessionId})`.execute(db)
}

export async function keepLanguage(db: Database, userId: string, language: Language): Promise<void> {
  await db.updateTable('users').set({ language }).where('id', '=', userId).execute()
}

/** Rows per statement, so that each statement stays well below its timeout. */
const batch = 5_000

/** Ends expired sessions, so that later changes need not update them. It skips sessions that may still be renewed. */
export async function endExpired(db: Database): Promise<void> {
  await inBatches((limit) =>
    sql`
      update sessions set ended_by = 'expired', ended_at = least(expires_at, last_seen_at + make_interval(mins => idle_minutes))
       where id in (
         select id from sessions
          where ended_at is null and (
            expires_at <= now() or last_seen_at + make_interval(mins => idle_minutes + ${refreshGraceMinutes}) <= now())
          limit ${limit} for update skip locked)`.execute(db),
  )
}

/** Deletes sessions and their tokens when they ended more than `days` days ago. */
export async function forgetSessions(db: Database, days: number): Promise<void> {
  await inBatches((limit) =>
    sql`
      delete from sessions
       where id in (select id from sessions where ended_at < now() - make_interval(days => ${days}) limit ${limit})`.execute(
      db,
    ),
  )
}

async function inBatches(work: (limit: number) => Promise<{ numAffectedRows?: bigint | undefined }>): Promise<void> {
  while (Number((await work(batch)).numAffectedRows ?? 0n) === batch);
}
