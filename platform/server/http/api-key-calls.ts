// What calls with an API key have in addition: a rate limit for each key, told in headers, and Idempotency-Key for changes.
// bind.ts runs the call; the session gate has judged the key before.
import { createHash, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { apiKeys, idempotency } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/kysely.ts'
import type { Actor } from '../session/actor.ts'
import type { Limiter } from './limiter.ts'

const windowSeconds = 60

/** Counts one call of a key, and tells in the headers of the draft “RateLimit header fields for HTTP” what is left. */
export function countKeyCall(reply: FastifyReply, { sessionId: keyId }: Actor, limiter: Limiter, clock: Clock): void {
  const now = clock.now()
  const isAdmitted = limiter.admits(keyId, now)
  const { calls, seconds } = limiter.left(keyId, now)
  reply.header('ratelimit-policy', `"key";q=${apiKeys.perMinute};w=${windowSeconds}`)
  reply.header('ratelimit', `"key";r=${isAdmitted ? calls : 0};t=${seconds}`)
  if (!isAdmitted) fail('call.throttled', { retryAfter: seconds })
}

/** A change with an idempotency key. `fingerprint`: the hash of the request. `claim`: this attempt, which alone may store the answer. */
export type KeyRequest = { keyId: string; idempotencyKey: string; fingerprint: Buffer; claim: string }

const keyShape = /^[\x21-\x7e]{1,255}$/

/** The request of a change by an API key with the header Idempotency-Key; null without the header. */
export function keyRequestOf(
  { method, url, headers, body }: FastifyRequest,
  { sessionId: keyId }: Actor,
): KeyRequest | null {
  const sent = headers['idempotency-key']
  if (sent === undefined || method === 'GET') return null
  if (typeof sent !== 'string' || !keyShape.test(sent)) fail('api_key.idempotency_invalid')
  const hash = createHash('sha256').update(`${method} ${url}\n`)
  const fingerprint = hash.update(JSON.stringify(body ?? null)).digest()
  return { keyId, idempotencyKey: sent, fingerprint, claim: randomUUID() }
}

/**
 * Claims the request for this attempt, in a transaction of its own. Returns the body of the answer of an earlier attempt, or null when this
 * attempt runs it. A request that has no answer after the lease has failed with its process.
 */
export async function claimRequest(db: Database, request: KeyRequest): Promise<string | null> {
  const { keyId, idempotencyKey, fingerprint, claim } = request
  const { rows: claimed } = await sql`
    insert into api_key_requests as r (tenant_id, api_key_id, idempotency_key, fingerprint, claim)
    values (app.tenant_id(), ${keyId}, ${idempotencyKey}, ${fingerprint}, ${claim})
    on conflict (tenant_id, api_key_id, idempotency_key) do update
       set fingerprint = excluded.fingerprint, claim = excluded.claim, claimed_at = now(), answer = null, answered_at = null,
           created_at = now()
     where r.created_at < now() - make_interval(hours => ${idempotency.keptHours})
        or r.answered_at is null and r.fingerprint = excluded.fingerprint
           and r.claimed_at < now() - make_interval(mins => ${idempotency.leaseMinutes})
    returning true`.execute(db)
  if (claimed.length > 0) {
    // The failure undoes the claim.
    if (await hasTooManyRequests(db, keyId)) fail('call.throttled', { retryAfter: 3_600 })
    return null
  }
  const found = await db
    .selectFrom('api_key_requests')
    .select(['fingerprint', 'answer', 'answered_at'])
    .where('api_key_id', '=', keyId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  if (found && !found.fingerprint.equals(fingerprint)) fail('api_key.idempotency_reused')
  if (!found || found.answered_at === null) fail('api_key.idempotency_running', { retryAfter: 1 })
  return found.answer ?? fail('api_key.idempotency_too_long')
}

/** Only requests that are still valid count. The job that deletes the others runs once an hour. */
async function hasTooManyRequests(db: Database, keyId: string): Promise<boolean> {
  const last = await db
    .selectFrom('api_key_requests')
    .select('idempotency_key')
    .where('api_key_id', '=', keyId)
    .where('created_at', '>=', sql<Date>`now() - make_interval(hours => ${idempotency.keptHours})`)
    .offset(idempotency.perKey)
    .limit(1)
    .executeTakeFirst()
  return last !== undefined
}

/**
 * Stores the answer of the attempt. A change stores it in its own transaction, so that both exist or none. Fails when another attempt has
 * taken the request after the lease.
 */
export async function keepAnswer(
  db: Database,
  { keyId, idempotencyKey, claim }: KeyRequest,
  body: string,
): Promise<void> {
  const stored = await db
    .updateTable('api_key_requests')
    .set({
      answer: Buffer.byteLength(body) <= idempotency.maxAnswer ? body : null,
      answered_at: sql<Date>`now()`,
    })
    .where('api_key_id', '=', keyId)
    .where('idempotency_key', '=', idempotencyKey)
    .where('claim', '=', claim)
    .executeTakeFirst()
  if (stored.numUpdatedRows === 0n) fail('api_key.idempotency_running', { retryAfter: 1 })
}

/** Whether the present transaction has changed something, or has locked a row for a change. */
export async function hasChanges(db: Database): Promise<boolean> {
  const { rows } = await sql<{
    changed: boolean
  }>`select pg_current_xact_id_if_assigned() is not null as changed`.execute(db)
  return rows[0]?.changed !== false
}

/** Gives up the claim of an attempt that failed: nothing was changed, so the request can be sent again. */
export async function giveUpRequest(db: Database, { keyId, idempotencyKey, claim }: KeyRequest): Promise<void> {
  await db
    .deleteFrom('api_key_requests')
    .where('api_key_id', '=', keyId)
    .where('idempotency_key', '=', idempotencyKey)
    .where('claim', '=', claim)
    .where('answered_at', 'is', null)
    .execute()
}
