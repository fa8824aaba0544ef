// Remote access from the request to the end. The noun `entry` begins its session like every other. Triggers of the database end the access
// together with the consent, the flag of the business unit, the toggle, or the requester's own session.
import { remoteAccess } from '#catalogue/limits.ts'
import type { AnswerOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { auditActorOf, writeAudit } from '#platform/server/audit.ts'
import type { OpenContext, OutsideContext, WriteContext } from '#platform/server/http/route.ts'
import type { Limiter } from '#platform/server/http/limiter.ts'
import { announce } from '#platform/server/live/announce.ts'
import type { Actor } from '#platform/server/session/actor.ts'
import { hashToken } from '#platform/server/session/token.ts'
import {
  type HandOver,
  handOverOf,
  authorizeSwitch,
  moveTo,
  type Switching,
  type Target,
  targetOf,
} from '#features/identity/unit-switch/server/commands.ts'
import type { endRemoteAccess, requestRemoteAccess, waitForRemoteAccess } from '../contract.ts'
import { refusalOfAccess } from './rules.ts'
import * as store from './store.ts'

export type RemoteRequest = {
  tenantId: string
  userId: string
  reason: string
  left?: string | undefined
  /** False: the call fails when the person has given no standing consent and must answer the request. */
  mayWait: boolean
}

/** Begins the access when the person has given a standing consent; otherwise stores a request that the person answers. */
export async function request(
  switching: Switching & { limiter: Limiter },
  context: OutsideContext,
  request: RemoteRequest,
): Promise<AnswerOf<typeof requestRemoteAccess>> {
  const { actor, caller, clock } = context
  const { acrossTenants } = switching
  const { target, subject } = await findPermitted(switching, actor, request)
  if (!switching.limiter.admits(actor.userId, clock.now())) fail('call.throttled', { retryAfter: 60 })
  if (!subject.consents && !request.mayWait) fail('access.functionality_refused')
  const left = request.left ?? '/'
  await authorizeSwitch(
    switching,
    context,
    remoteHandOver(switching, context, target, { userId: subject.id, left, id: null }),
  )
  const { id, expires_at } = await acrossTenants('remote access: request', async (db) => {
    const added = await store.addRequest(db, {
      tenantId: target.id,
      userId: subject.id,
      requester: { id: actor.userId, name: actor.name, profile: actor.staff ?? actor.profile },
      reason: request.reason,
      left,
      answer: subject.consents ? 'standing' : null,
    })
    const auditActor = { ...auditActorOf(actor, caller), tenantId: target.id, partnerId: target.partner_id }
    await writeAudit(db, auditActor, 'remote_access.requested', {
      target: { type: 'user', id: subject.id, name: subject.name },
      after: { reason: request.reason },
    })
    await announce(db, { kind: 'remote_access', userId: subject.id })
    return added
  })
  if (subject.consents)
    return moveTo(switching, context, remoteHandOver(switching, context, target, { userId: subject.id, left, id }))
  return { status: 'wait_authorization', token: id, redirect: `/authorization/${id}`, expires_at }
}

/** Returns the business unit and the person, if this actor may use the person's session. An unknown person is 404. */
async function findPermitted(switching: Switching, actor: Actor, request: { tenantId: string; userId: string }) {
  const target = await targetOf(switching, actor, request.tenantId)
  const subject = await switching.acrossTenants('remote access: find the person', (db) =>
    store.findSubject(db, target.id, request.userId),
  )
  if (!subject) fail('call.not_found')
  const refusal = refusalOfAccess(actor, subject, target.allow_remote_access)
  if (refusal) fail(refusal)
  return { target, subject }
}

/** Makes the hand-over to the session of the person. The session ends no later than the one of the requester. */
function remoteHandOver(
  switching: Switching,
  { actor, clock }: OutsideContext,
  target: Target,
  { userId, left, id }: { userId: string; left: string; id: string | null },
): HandOver {
  const left_ = Math.floor((actor.expiresAt.getTime() - clock.now().getTime()) / 60_000)
  return {
    ...handOverOf(switching, actor, target),
    userId,
    realUserId: actor.userId,
    remoteAccessId: id,
    minutes: Math.max(1, Math.min(remoteAccess.maxMinutes, left_)),
    origin: { session_id: actor.sessionId, host: actor.host, tenant_id: actor.tenantId, path: left },
    replaces: [],
  }
}

/** Answers the state of a request to its requester. Begins the session once the person has authorized it. */
export async function waitFor(
  switching: Switching,
  context: OutsideContext,
  id: string,
): Promise<AnswerOf<typeof waitForRemoteAccess>> {
  const { actor } = context
  const found = await switching.acrossTenants('remote access: wait', (db) => store.findRequest(db, id, actor.userId))
  if (!found) fail('call.not_found')
  const { name: person, expires_at } = found
  if (found.answer === 'refused') return { status: 'refused', person }
  if (!found.open || found.answer === 'cancelled') return { status: 'expired', person }
  if (found.answer === null) return { status: 'waiting', person, expires_at }
  const { target } = await findPermitted(switching, actor, { tenantId: found.tenant_id, userId: found.user_id })
  const begun = await moveTo(
    switching,
    context,
    remoteHandOver(switching, context, target, { userId: found.user_id, left: found.left_path, id }),
  )
  return begun.status === 'success' ? { ...begun, status: 'authorized' } : begun
}

/** Cancels a request of the caller that waits for its answer. */
export async function cancel({ acrossTenants }: Switching, context: OutsideContext, id: string): Promise<void> {
  const { actor, caller } = context
  await acrossTenants('remote access: cancel', async (db) => {
    const found = (await store.findRequest(db, id, actor.userId)) ?? fail('call.not_found')
    if (!(await store.cancelRequest(db, id, actor.userId))) fail('remote_access.over')
    await writeAudit(db, { ...auditActorOf(actor, caller), tenantId: found.tenant_id }, 'remote_access.cancelled', {
      target: { type: 'user', id: found.user_id, name: found.name },
    })
    await announce(db, { kind: 'remote_access', userId: found.user_id })
  })
}

/** Authorizes or refuses a request to the caller that waits for its answer. */
export async function answer(
  { db, actor, audit, announce }: WriteContext,
  id: string,
  decision: 'authorized' | 'refused',
): Promise<void> {
  const answered = await store.answerRequest(db, id, actor.userId, decision)
  if (!answered) fail((await store.isOwnRequest(db, id, actor.userId)) ? 'remote_access.over' : 'call.not_found')
  const target = { type: 'user', id: answered.requester_id, name: answered.requester_name }
  await audit({ target, after: { answer: decision, reason: answered.reason } })
  if (answered.requester_id) await announce({ kind: 'remote_access', userId: answered.requester_id })
}

/** Gives or withdraws the standing consent of the signed-in person. */
export async function changeConsent({ db, actor, audit, unchanged }: WriteContext, allow: boolean): Promise<void> {
  const before = await store.setConsent(db, actor.userId, allow)
  if (before === undefined) fail('call.not_found')
  if (before === allow) return unchanged(undefined)
  const target = { type: 'user', id: actor.userId, name: actor.name }
  await audit({ target, before: { allow_remote_access: before }, after: { allow_remote_access: allow } })
}

/** Ends the running accesses to the session of the caller. */
export async function withdraw({ db, actor, audit }: WriteContext): Promise<void> {
  const requesters = await store.endAccesses(db, actor.userId, actor.sessionId)
  if (requesters.length === 0) fail('remote_access.over')
  const target = { type: 'user', id: actor.userId, name: actor.name }
  await audit({ target, after: { requesters } })
}

/**
 * Returns the requester to their own session, with a new token. The token of the access proves who they are, even after another person
 * ended the access, but only while the session from which it began is open. That call ends the access, so its token returns the requester
 * once.
 */
export async function comeBack(switching: Switching, context: OpenContext): Promise<AnswerOf<typeof endRemoteAccess>> {
  const { token, caller } = context
  if (!token) fail('session.unauthorized')
  const found = await context.acrossTenants('remote access: end', async (db) => {
    const session = await store.findReturn(db, hashToken(token), caller.host)
    if (!session) return null
    if (session.ended_at === null) {
      await store.endSession(db, session.id, 'ended_by_requester')
      const auditActor = {
        actorId: session.real_user_id,
        actorEmail: session.real_email,
        actorName: session.real_name,
        onBehalfOf: session.user_id,
        tenantId: session.tenant_id,
        partnerId: session.partner_id,
        address: caller.address,
      }
      const target = { type: 'user', id: session.user_id, name: session.person }
      await writeAudit(db, auditActor, 'remote_access.ended', { target })
    }
    await store.endSession(db, session.origin.session_id, 'switched')
    return { session, hostOwner: await switching.hosts.ownerOf(db, session.origin.host) }
  })
  if (!found?.hostOwner) fail('session.unauthorized')
  const { session, hostOwner } = found
  return moveTo(switching, context, {
    host: session.origin.host,
    tenantId: hostOwner.tenantId,
    partnerId: hostOwner.partnerId,
    userId: session.real_user_id,
    authType: session.own_auth_type,
    actingProfile: session.own_profile,
    realUserId: null,
    remoteAccessId: null,
    minutes: null,
    origin: session.own_origin,
    intended: session.origin.path,
    replaces: [],
    fromSession: session.origin.session_id,
  })
}
