// SQL of sessions. They have the platform's row-level security policy: the tenant is known only after the token was looked up.
import { sql } from 'kysely'
import type { Language } from '#catalogue/languages.ts'
import { playlists, refreshGraceMinutes } from '#catalogue/limits.ts'
import type { Database } from '#platform/server/database/kysely.ts'

/**
 * Seconds after a renewal in which a second one with the same token is refused without ending the session, because two tabs may renew at
 * the same moment.
 */
const renewalRaceSeconds = 10

/**
 * The session of a screen of a playlist (E3). It may be renewed for hours after its end, because nobody is at the screen to sign in again;
 * the renewal sets a new end.
 */
const ofScreen = sql<boolean>`sessions.auth_type = 'playlist'`
const screenGrace = sql`make_interval(hours => ${playlists.renewableHours})`

/** Finds the session of a token, even if the token was replaced. Locks both rows, so that renewals are serialized. */
export function findByToken(db: Database, tokenHash: Buffer) {
  const idleEnd = sql`last_seen_at + make_interval(mins => idle_minutes)`
  return db
    .selectFrom('session_tokens')
    .innerJoin('sessions', 'sessions.id', 'session_tokens.session_id')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('users as real', 'real.id', 'sessions.real_user_id')
    .select([
      'sessions.id',
      'sessions.user_id',
      'sessions.real_user_id',
      'sessions.origin',
      'users.email',
      'real.email as real_email',
      'sessions.tenant_id',
      'sessions.partner_id',
      'sessions.host',
      'sessions.expires_at',
      'sessions.ended_at',
      'session_tokens.replaced_at',
      sql<boolean>`session_tokens.replaced_at < now() - make_interval(secs => ${renewalRaceSeconds})`.as('reused'),
      sql<boolean>`case when ${ofScreen} then least(sessions.expires_at, ${idleEnd}) + ${screenGrace} > now()
        else sessions.expires_at > now() and ${idleEnd} + make_interval(mins => ${refreshGraceMinutes}) > now() end`.as(
        'renewable',
      ),
    ])
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

/**
 * Replaces the token of a session and resets its idle timeout. Returns the end of the session, which is a new one for the screen of a
 * playlist.
 */
export async function replaceToken(db: Database, sessionId: string, oldHash: Buffer, newHash: Buffer): Promise<Date> {
  await db
    .updateTable('session_tokens')
    .set({ replaced_at: sql<Date>`now()` })
    .where('token_hash', '=', oldHash)
    .execute()
  await db.insertInto('session_tokens').values({ token_hash: newHash, session_id: sessionId }).execute()
  const { expires_at } = await db
    .updateTable('sessions')
    .set({
      last_seen_at: sql<Date>`now()`,
      // The idle timeout is half of the duration (loginTimeoutHours).
      expires_at: sql<Date>`case when ${ofScreen} then now() + make_interval(mins => idle_minutes * 2) else expires_at end`,
    })
    .where('id', '=', sessionId)
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return expires_at
}

export type OwnTenant = { id: string; name: string; subdomain: string; domain: string | null; logo: string | null }

/** Selects the first business units, by name, that the person may enter and whose name or host contains a text; one more than `most`. */
export const ownTenantsQuery = (search: string, most: number) =>
  sql<OwnTenant>`(select * from app.own_tenants(${search}, ${most + 1}) order by name, id)`

export async function ownTenants(db: Database, search: string, most: number): Promise<OwnTenant[]> {
  return (await ownTenantsQuery(search, most).execute(db)).rows
}

/** Reads the business unit of the session. */
export async function presentTenant(db: Database, tenantId: string): Promise<OwnTenant | undefined> {
  return db
    .selectFrom('tenants as t')
    .leftJoin('themes as h', 'h.tenant_id', 't.id')
    .select(['t.id', 't.name', 't.subdomain', 't.domain', 'h.logo'])
    .where('t.id', '=', tenantId)
    .executeTakeFirst()
}

export async function keepAwake(db: Database, sessionId: string): Promise<void> {
  await sql`select app.touch_session(${sessionId})`.execute(db)
}

/** Returns the seconds until the hours of the person's shift end; null without a shift or an end. */
export async function shiftSecondsLeft(db: Database, userId: string): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select ceil(extract(epoch from app.shift_ends_at(h.hours, g.timezone, now()) - now()))::integer as seconds
      from memberships m
      join shifts h on h.tenant_id = m.tenant_id and h.id = m.shift_id
      join settings g on g.tenant_id = m.tenant_id
     where m.user_id = ${userId} and m.tenant_id = (select app.tenant_id())`.execute(db)
  return rows[0]?.seconds ?? null
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
          where ended_at is null and case when ${ofScreen}
            then least(expires_at, last_seen_at + make_interval(mins => idle_minutes)) + ${screenGrace} <= now()
            else expires_at <= now() or last_seen_at + make_interval(mins => idle_minutes + ${refreshGraceMinutes}) <= now() end
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
