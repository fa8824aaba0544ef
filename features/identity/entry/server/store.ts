// SQL of new sessions. They have the platform's row-level security policy, because no tenant is known before a session exists.
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import type { AuthType, SessionOrigin } from '#platform/server/session/actor.ts'

export type NewSession = {
  userId: string
  tenantId: string | null
  partnerId: string | null
  authType: AuthType
  host: string
  address: string
  userAgent: string | null
  minutes: number
  tokenHash: Buffer
  actingProfile: 'admin' | 'user' | null
  realUserId: string | null
  origin: SessionOrigin | null
  secondFactor: boolean
  /** Id of the session from which the person switches: the time of its sign-in stays. */
  fromSession: string | null
}

/** Stores a session and its token in one statement. Returns the id of the session. */
export async function addSession(db: Database, session: NewSession): Promise<string> {
  const made = db
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      tenant_id: session.tenantId,
      partner_id: session.partnerId,
      auth_type: session.authType,
      host: session.host,
      address: session.address,
      user_agent: session.userAgent,
      expires_at: sql<Date>`now() + make_interval(mins => ${session.minutes})`,
      idle_minutes: Math.ceil(session.minutes / 2),
      acting_profile: session.actingProfile,
      real_user_id: session.realUserId,
      origin: session.origin && JSON.stringify(session.origin),
      second_factor: session.secondFactor,
      signed_in_at:
        session.fromSession === null
          ? sql<Date>`now()`
          : sql<Date | null>`(select s.signed_in_at from sessions s where s.id = ${session.fromSession})`,
    })
    .returning('id')
  const { session_id } = await db
    .with('made', () => made)
    .insertInto('session_tokens')
    .columns(['token_hash', 'session_id'])
    .expression((eb) => eb.selectFrom('made').select([eb.val(session.tokenHash).as('token_hash'), 'made.id']))
    .returning('session_id')
    .executeTakeFirstOrThrow()
  return session_id
}

/**
 * Whether the person is staff and the business unit lets no staff in. Locks the settings: a change waits until this session is stored, and
 * then ends it.
 */
export async function isClosedToStaff(db: Database, tenantId: string, userId: string): Promise<boolean> {
  const { rows } = await sql<{ allowed: boolean }>`
    select g.allow_remote_access as allowed from settings g
     where g.tenant_id = ${tenantId} and exists (select from users u where u.id = ${userId} and u.staff is not null)
       for share of g`.execute(db)
  return rows[0]?.allowed === false
}

/** Runs `work` and undoes its changes. */
export async function undone(db: Database, work: () => Promise<unknown>): Promise<void> {
  await sql`savepoint undone`.execute(db)
  await work()
  await sql`rollback to savepoint undone`.execute(db)
}

/**
 * Ends the sessions of a person beyond the limit, the least recently used first. Sessions of embedded pages are counted separately, because
 * they are many and must end no session of the portal. Screens of playlists do not count.
 */
export async function endOldest(db: Database, userId: string, max: number, embedded: boolean): Promise<void> {
  await sql`
    update sessions set ended_at = now(), ended_by = 'crowded'
     where id in (
       select id from sessions where user_id = ${userId} and ended_at is null and auth_type <> 'playlist' and (auth_type = 'embedded') = ${embedded} order by last_seen_at desc, id desc offset ${max} for update)
  `.execute(db)
}

/** Limits the wait for row locks to one second: a sign-in that waits occupies one of few connections. */
export async function waitBriefly(db: Database): Promise<void> {
  await sql`set local lock_timeout = '1s'`.execute(db)
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

/** Reads the person of a new session by its token: their identity, and the profile that the session has. */
export function sessionPerson(db: Database, tokenHash: Buffer) {
  return db
    .selectFrom('session_tokens as k')
    .innerJoin('sessions as s', 's.id', 'k.session_id')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.email', 'u.name', 's.profile'])
    .where('k.token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow()
}

/**
 * Binds a new session to its remote access. Returns undefined when the access has begun before, was not allowed in time, or belongs to
 * other people. The locks serialize this with a change of the business unit's flag or of the standing consent, so that the change sees the
 * session and ends it.
 */
export async function beginRemoteAccess(
  db: Database,
  id: string | null,
  { sessionId, realUserId, userId }: { sessionId: string; realUserId: string | null | undefined; userId: string },
): Promise<{ reason: string; requester: { id: string; email: string; name: string } } | undefined> {
  const { rows } = await sql<{ reason: string; id: string; email: string; name: string }>`
    with allowed as (
      select a.tenant_id, a.id, s.expires_at
        from remote_accesses a
        join sessions s on s.id = ${sessionId} and s.tenant_id = a.tenant_id
        join settings g on g.tenant_id = a.tenant_id
        join memberships m on m.tenant_id = a.tenant_id and m.user_id = a.user_id
       where a.id = ${id} and a.user_id = ${userId} and a.requester_id = ${realUserId ?? null}
         and a.started_at is null and a.expires_at > now() and g.allow_remote_access
         and (a.answer = 'authorized' or a.answer = 'standing' and m.allow_remote_access)
       for update of a for share of g, m
    ), begun as (
      update remote_accesses a set session_id = ${sessionId}, started_at = now(), ends_at = allowed.expires_at
        from allowed where a.tenant_id = allowed.tenant_id and a.id = allowed.id
      returning a.reason, a.requester_id
    )
    select begun.reason, u.id, u.email, u.name from begun join users u on u.id = begun.requester_id
  `.execute(db)
  const [row] = rows
  return row && { reason: row.reason, requester: { id: row.id, email: row.email, name: row.name } }
}

/** Whether a session began with a second factor. */
export async function hasSecondFactor(db: Database, sessionId: string): Promise<boolean> {
  const found = await db.selectFrom('sessions').select('second_factor').where('id', '=', sessionId).executeTakeFirst()
  return found?.second_factor ?? false
}
