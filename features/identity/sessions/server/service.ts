// Renewal and end of a session. Both check the token themselves, because the session gate would refuse an expired one.
import { fail } from '#platform/contract/failure.ts'
import { type AuditNote, writeAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { OpenContext } from '#platform/server/http/route.ts'
import { announce } from '#platform/server/live/announce.ts'
import { refusalOf } from '#platform/server/session/refusal.ts'
import { hashToken, makeToken } from '#platform/server/session/token.ts'
import * as store from './store.ts'

type StoredSession = NonNullable<Awaited<ReturnType<typeof store.findByToken>>>

/** Exchanges a token for a new one. A token that was exchanged before may be stolen: its session ends for all holders (A6). */
export async function renew({
  token,
  caller,
  acrossTenants,
}: OpenContext): Promise<{ token: string; expires_at: Date }> {
  if (!token) fail('session.unauthorized')
  const oldHash = hashToken(token)
  const fresh = makeToken()
  const session = await acrossTenants('session: renew the token', async (db) => {
    const found = await store.findByToken(db, oldHash)
    if (!found || found.ended_at || found.host !== caller.host) return null
    if (found.replaced_at) {
      if (found.reused) await end(db, found, 'token_reused', caller.address)
      return null
    }
    if (!found.renewable) fail('session.expired')
    const expiresAt = await store.replaceToken(db, found.id, oldHash, fresh.hash)
    // State, trial, maintenance and address are checked as for every call (A8); a refusal rolls the exchange back.
    const refusal = await refusalOf(db, fresh.hash, caller.address)
    if (refusal) fail(refusal)
    return { expiresAt }
  })
  if (!session) fail('session.unauthorized')
  return { token: fresh.token, expires_at: session.expiresAt }
}

/** Ends the session of the token, if there is one. */
export async function logOut({ token, caller, acrossTenants }: OpenContext): Promise<void> {
  if (!token) return
  await acrossTenants('session: log out', async (db) => {
    const found = await store.findByToken(db, hashToken(token))
    if (!found || found.ended_at) return
    await end(db, found, 'logout', caller.address)
    // The sign-out of a requester in remote access ends their own session too.
    if (found.real_user_id && found.origin) await store.endSession(db, originOf(found), 'logout')
  })
}

const originOf = ({ origin }: StoredSession): string => (origin as { session_id: string }).session_id

async function end(db: Database, session: StoredSession, reason: string, ipAddress: string): Promise<void> {
  await store.endSession(db, session.id, reason)
  await announce(db, {
    kind: 'session_ended',
    tenantId: session.tenant_id,
    userId: session.user_id,
    sessionId: session.id,
    reason,
  })
  await noteOf(db, session, ipAddress, 'session.ended', {
    target: { type: 'session', id: session.id },
    after: { reason },
  })
}

/** Writes a browser's report of the end of its session to the audit trail. It is `proven` when its token belongs to a session. */
export async function noteLogoutEvent(
  { token, caller, acrossTenants }: OpenContext,
  claim: object,
  admits: (userId: string) => boolean,
): Promise<void> {
  await acrossTenants('session: note the report of a browser', async (db) => {
    const session = token ? await store.findByToken(db, hashToken(token)) : undefined
    if (session && !admits(session.user_id)) fail('call.throttled', { retryAfter: 60 })
    const note: AuditNote = {
      target: { type: 'session', id: session?.id ?? null },
      after: { ...claim, proven: session !== undefined },
    }
    await noteOf(db, session, caller.address, 'session.logout_reported', note)
  })
}

async function noteOf(
  db: Database,
  session: StoredSession | undefined,
  ipAddress: string,
  event: string,
  note: AuditNote,
): Promise<void> {
  const auditActor = {
    actorId: session?.real_user_id ?? session?.user_id ?? null,
    actorEmail: session?.real_email ?? session?.email ?? null,
    onBehalfOf: session?.real_user_id ? session.user_id : null,
    tenantId: session?.tenant_id ?? null,
    partnerId: session?.partner_id ?? null,
    address: ipAddress,
  }
  await writeAudit(db, auditActor, event, note)
}
