// SQL of remote access. The statements of a requester run with the platform's view, because staff call from hosts outside of the business
// unit; each names the person or the requester. The statements of the person run under row-level security.
import { sql } from 'kysely'
import { remoteAccess } from '#catalogue/limits.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import type { readRemoteConfig } from '../contract.ts'

/** Finds a member of a tenant, with the standing consent. */
export function findSubject(db: Database, tenantId: string, userId: string) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.name', 'u.staff', 'm.profile', 'm.state', 'm.allow_remote_access as consents'])
    .where('m.tenant_id', '=', tenantId)
    .where('m.user_id', '=', userId)
    .executeTakeFirst()
}

export type NewRequest = {
  tenantId: string
  userId: string
  requester: { id: string; name: string; profile: string }
  reason: string
  left: string
  answer: 'standing' | null
}

/** Adds a request. An earlier one of the same requester for the same person that waits for its answer is replaced. */
export async function addRequest(db: Database, { requester, ...request }: NewRequest) {
  await db
    .updateTable('remote_accesses')
    .set({ answer: 'cancelled', answered_at: sql<Date>`now()` })
    .where('tenant_id', '=', request.tenantId)
    .where('user_id', '=', request.userId)
    .where('requester_id', '=', requester.id)
    .where('answer', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
  return db
    .insertInto('remote_accesses')
    .values({
      tenant_id: request.tenantId,
      user_id: request.userId,
      requester_id: requester.id,
      requester_name: requester.name,
      requester_profile: requester.profile,
      reason: request.reason,
      left_path: request.left,
      answer: request.answer,
      answered_at: request.answer && sql<Date>`now()`,
      expires_at: sql<Date>`now() + make_interval(mins => ${remoteAccess.waitMinutes})`,
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
}

/** Finds a request of this requester. `open`: it can still be answered or begun. */
export function findRequest(db: Database, id: string, requesterId: string) {
  return db
    .selectFrom('remote_accesses as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.id', 'a.tenant_id', 'a.user_id', 'a.answer', 'a.expires_at', 'a.left_path', 'a.reason', 'u.name'])
    .select([sql<boolean>`a.started_at is null and a.expires_at > now()`.as('open')])
    .where('a.id', '=', id)
    .where('a.requester_id', '=', requesterId)
    .executeTakeFirst()
}

export async function cancelRequest(db: Database, id: string, requesterId: string): Promise<boolean> {
  const cancelled = await db
    .updateTable('remote_accesses')
    .set({ answer: 'cancelled', answered_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('requester_id', '=', requesterId)
    .where('answer', 'is', null)
    .executeTakeFirst()
  return cancelled.numUpdatedRows === 1n
}

/** Stores the answer of the person to a request, once and before it expires. Returns the requester. */
export async function answerRequest(db: Database, id: string, userId: string, answer: 'authorized' | 'refused') {
  return db
    .updateTable('remote_accesses')
    .set({ answer, answered_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('answer', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['requester_id', 'requester_name', 'reason'])
    .executeTakeFirst()
}

export async function isOwnRequest(db: Database, id: string, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('remote_accesses')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Stores the standing consent of a person. Returns the earlier value; undefined for a person without a membership in this business unit.
 */
export async function setConsent(db: Database, userId: string, allow: boolean): Promise<boolean | undefined> {
  const found = await db
    .selectFrom('memberships')
    .select('allow_remote_access')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (found)
    await db.updateTable('memberships').set({ allow_remote_access: allow }).where('user_id', '=', userId).execute()
  return found?.allow_remote_access
}

/** Ends the running accesses to the person of the session. Returns the requesters. */
export async function endAccesses(db: Database, userId: string, spared: string): Promise<string[]> {
  const { rows } = await sql<{ requester_name: string }>`
    select a.requester_name
      from remote_accesses a, lateral app.end_own_sessions(a.session_id, ${spared}, 'ended_by_person')
     where a.user_id = ${userId} and a.session_id is not null and a.ended_at is null`.execute(db)
  return rows.map(({ requester_name }) => requester_name)
}

type Config = ReceivedOf<typeof readRemoteConfig>

const requester = sql`json_build_object('name', a.requester_name, 'profile', a.requester_profile)`
const isMine = sql`a.user_id = (select app.user_id()) and a.tenant_id = (select app.tenant_id())`
const isRunning = sql`a.started_at is not null and a.ended_at is null and a.ends_at > now()`
const isWaiting = sql`a.answer is null and a.expires_at > now()`

/** The type of a value after JSON, where instants are texts. */
type Json<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Key in keyof Value]: Json<Value[Key]> }
    : Value

export type ConfigRow = Pick<Config, 'allowed' | 'consent'> & Json<Pick<Config, 'waiting' | 'current' | 'past'>>

/** The query for the configuration of remote access. It is one statement, because every first screen reads it. */
export const configQuery = (): SessionQuery<ConfigRow> => sql<ConfigRow>`(
  select coalesce((select g.allow_remote_access from settings g where g.tenant_id = (select app.tenant_id())), false) as allowed,
         (select case when m.allow_remote_access then 'always' else 'ask' end from memberships m
           where m.user_id = (select app.user_id()) and m.tenant_id = (select app.tenant_id())) as consent,
         coalesce((select json_agg(json_build_object(
             'token', a.id, 'requester', ${requester}, 'reason', a.reason, 'expires_at', a.expires_at) order by a.asked_at)
           from remote_accesses a where ${isMine} and ${isWaiting}), '[]') as waiting,
         (select json_build_object(
             'id', a.id, 'requester', ${requester}, 'reason', a.reason, 'started_at', a.started_at, 'ends_at', a.ends_at)
           from remote_accesses a where ${isMine} and ${isRunning} order by a.started_at desc limit 1) as current,
         coalesce((select json_agg(p.record) from (
             select json_build_object(
               'id', a.id, 'requester', ${requester}, 'reason', a.reason, 'asked_at', a.asked_at, 'started_at', a.started_at,
               'ended_at', case when a.started_at is not null then coalesce(a.ended_at, a.ends_at) end,
               'answer', case when a.started_at is null and a.answer is null then 'expired' else a.answer end) as record
               from remote_accesses a where ${isMine} and not (${isRunning}) and not (${isWaiting})
              order by a.asked_at desc limit ${remoteAccess.past}) p), '[]') as past)`

/** Finds the remote access of a session. */
export function findBySession(db: Database, sessionId: string) {
  return db
    .selectFrom('remote_accesses')
    .select(['requester_name', 'requester_profile', 'reason', 'started_at'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
}

/** Locks and reads the session of remote access of a token, and the requester's own session from which it began. */
export async function findReturn(db: Database, tokenHash: Buffer, host: string) {
  const { rows } = await sql<{
    id: string
    ended_at: Date | null
    user_id: string
    person: string
    tenant_id: string
    partner_id: string
    real_user_id: string
    real_email: string
    real_name: string
    origin: { session_id: string; host: string; path: string }
    own_auth_type: 'password' | 'saml' | 'microsoft'
    own_profile: 'admin' | 'user' | null
    own_origin: { session_id: string; host: string; tenant_id: string | null; path: string } | null
  }>`
    select s.id, s.ended_at, s.user_id, p.name as person, s.tenant_id, s.partner_id, s.real_user_id, u.email as real_email,
           u.name as real_name, s.origin, o.auth_type as own_auth_type, o.acting_profile as own_profile, o.origin as own_origin
      from session_tokens k
      join sessions s on s.id = k.session_id
      join users u on u.id = s.real_user_id
      join users p on p.id = s.user_id
      join sessions o on o.id = (s.origin->>'session_id')::uuid and o.user_id = s.real_user_id
     where k.token_hash = ${tokenHash} and k.replaced_at is null and s.host = ${host}
       and o.ended_at is null and o.expires_at > now()
       for update of s, o`.execute(db)
  return rows[0]
}

export async function endSession(db: Database, id: string, reason: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()`, ended_by: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}
