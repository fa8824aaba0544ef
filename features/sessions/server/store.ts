// SQL about sessions. They stand behind the platform's wall: their owner is known by the token only.
import { sql } from 'kysely'
import type { Language } from '#catalogue/languages.ts'
import { refreshGraceMinutes } from '#catalogue/limits.ts'
import type { Database } from '#platform/server/database/kysely.ts'

/** Two tabs that renew at the same moment send the same token: for so long the later one is refused and nothing more. */
const renewalRaceSeconds = 10

/** The session of a token, used or not; locked, so that two renewals follow each other. */
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

/** The old token is good no more; the new one continues the same session, which counts as awake. */
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

/** The business unit the session stands in, as its own wall shows it. */
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

/** So many at once: a statement stays far from its time limit, however long nobody tidied up. */
const batch = 5_000

/** Ends the sessions whose time has run out, so that they are judged and rewritten no more. One that may be renewed still is left. */
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

/** Forgets sessions, with their tokens, that ended so many days ago. */
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
