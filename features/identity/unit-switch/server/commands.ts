// Hands people over to another host: checks whether they may enter there, and either begins the session (same host) or makes the one-time
// token with which it begins at the other host.
import { z } from 'zod'
import { handOverSeconds } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import type { OpenContext, OutsideContext } from '#platform/server/http/route.ts'
import { type Actor, sessionTypeOf } from '#platform/server/session/actor.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import { addOneTimeToken, findOneTimeToken, takeOneTimeToken } from '#platform/server/session/one-time-token.ts'
import { hashToken } from '#platform/server/session/token.ts'
import type { AnswerOf } from '#platform/contract/call.ts'
import { type Attempt, beginSession, enter, type Entrant, authorize } from '#features/identity/entry/server/commands.ts'
import type { changeCompany } from '../contract.ts'
import * as store from './store.ts'

const purpose = 'hand_over'

export type Switching = { hosts: Hosts; acrossTenants: Gate['acrossTenants'] }

/** The payload of a hand-over token. `replaces`: sessions that end when the new one begins. */
const handOver = z.object({
  host: z.string(),
  tenantId: z.string().nullable(),
  partnerId: z.string().nullable(),
  userId: z.string(),
  authType: z.enum(['password', 'saml', 'microsoft', 'embedded', 'playlist']),
  actingProfile: z.enum(['admin', 'user']).nullable(),
  realUserId: z.string().nullable(),
  remoteAccessId: z.string().nullable().default(null),
  minutes: z.number().nullable().default(null),
  origin: z
    .object({ session_id: z.string(), host: z.string(), tenant_id: z.string().nullable(), path: z.string() })
    .nullable(),
  intended: z.string().nullable(),
  replaces: z.array(z.string()),
  /**
   * Id of the session that the person leaves, whose second factor counts for the new one; null for a person who comes from an identity
   * provider.
   */
  fromSession: z.string().nullable(),
})
export type HandOver = z.output<typeof handOver>

type Switched = AnswerOf<typeof changeCompany>

/**
 * Moves a proven person to `entrant.host`. If that is the host of the request, the session begins at once; for another host the answer
 * contains a token that is valid once. A person whom the session gate would refuse there is refused here, with the reason.
 */
export async function moveTo(
  { hosts, acrossTenants }: Switching,
  context: Pick<OpenContext, 'caller' | 'clock'>,
  to: HandOver,
): Promise<Switched> {
  const attempt = await attemptAt({ hosts, acrossTenants }, context, to)
  if (to.host === context.caller.host)
    return enter(attempt, 'switch at the same host', (db) => arrive(db, hosts, attempt, to))
  return enter(attempt, 'switch: hand over', async (db) => {
    await authorize(db, { ...attempt, host: to.host }, entrantOf(to))
    const token = await addOneTimeToken(db, { purpose, userId: to.userId, payload: to, seconds: handOverSeconds })
    return { status: 'change' as const, domain: hosts.domainOfHost(to.host), token }
  })
}

/** Fails with the reason for which `moveTo` would fail now. */
export async function authorizeSwitch(
  switching: Switching,
  context: Pick<OpenContext, 'caller' | 'clock'>,
  to: HandOver,
): Promise<void> {
  const attempt = await attemptAt(switching, context, to)
  await enter(attempt, 'switch: authorize', (db) => authorize(db, { ...attempt, host: to.host }, entrantOf(to)))
}

async function attemptAt(
  { hosts, acrossTenants }: Switching,
  { caller, clock }: Pick<OpenContext, 'caller' | 'clock'>,
  to: HandOver,
): Promise<Attempt> {
  const hostOwner = await acrossTenants('switch: find the owner of the host', (db) => hosts.ownerOf(db, to.host))
  if (!hostOwner || hostOwner.tenantId !== to.tenantId || hostOwner.partnerId !== to.partnerId) fail('call.not_found')
  const email = await acrossTenants('switch: the person', (db) => store.emailOf(db, to.realUserId ?? to.userId))
  return { context: { caller, clock, acrossTenants }, hostOwner, email, authMethod: 'hand_over' }
}

const entrantOf = (to: HandOver): Entrant => ({
  userId: to.userId,
  authType: to.authType,
  actingProfile: to.actingProfile,
  realUserId: to.realUserId,
  remoteAccessId: to.remoteAccessId,
  minutes: to.minutes,
  origin: to.origin,
  intended: to.intended,
  fromSession: to.fromSession,
})

async function arrive(db: Database, hosts: Hosts, attempt: Attempt, to: HandOver) {
  const begun = await beginSession(db, hosts, attempt, entrantOf(to))
  await store.endReplaced(db, to.userId, to.replaces)
  return begun
}

/** Begins the session of a hand-over token. Every fault of the token has one answer. */
export async function acceptToken({ hosts }: Pick<Switching, 'hosts'>, context: OpenContext, token: string) {
  const tokenHash = hashToken(token)
  const { caller } = context
  const found = await context.acrossTenants('hand-over: find the token', async (db) => {
    const stored = await findOneTimeToken(db, purpose, tokenHash)
    const to = handOver.safeParse(stored?.payload).data
    const hostOwner = to && to.host === caller.host ? await hosts.ownerOf(db, caller.host) : null
    return to && hostOwner ? { to, hostOwner, email: await store.emailOf(db, to.realUserId ?? to.userId) } : null
  })
  if (!found) fail('sign_in.hand_over_failed')
  const attempt: Attempt = { context, hostOwner: found.hostOwner, email: found.email, authMethod: 'hand_over' }
  return enter(attempt, 'hand-over: begin the session', async (db) => {
    if (!(await takeOneTimeToken(db, purpose, tokenHash))) fail('sign_in.hand_over_failed')
    return arrive(db, hosts, attempt, found.to)
  })
}

type SwitchRequest = { tenantId: string; left?: string | undefined }

/**
 * Switches to another business unit of the person. Staff who act with another profile keep it, and can still go back. Fails for staff when
 * the unit does not let them enter.
 */
export async function changeTo(
  switching: Switching,
  context: OutsideContext,
  request: SwitchRequest,
): Promise<Switched> {
  const { actor } = context
  const target = await targetOf(switching, actor, request.tenantId)
  if (actor.staff !== null && !target.allow_remote_access) fail('access.functionality_refused')
  return moveTo(switching, context, {
    ...handOverOf(switching, actor, target),
    actingProfile: actor.actingProfile,
    origin: actor.origin,
  })
}

/** Enters a business unit as its administrator or reader, for staff. Fails when the unit does not let staff enter. */
export async function enterAs(
  switching: Switching,
  context: OutsideContext,
  request: SwitchRequest & { actingProfile: 'admin' | 'user' },
): Promise<Switched> {
  const { actor } = context
  const target = await targetOf(switching, actor, request.tenantId)
  if (!target.allow_remote_access) fail('access.functionality_refused')
  return moveTo(switching, context, {
    ...handOverOf(switching, actor, target),
    actingProfile: request.actingProfile,
    origin: actor.origin ?? {
      session_id: actor.sessionId,
      host: actor.host,
      tenant_id: actor.tenantId,
      path: request.left ?? '/',
    },
  })
}

/** Returns staff to the host from which they entered. Their session here and the earlier one at that host end. */
export async function goBack(switching: Switching, context: OutsideContext): Promise<Switched> {
  const { actor } = context
  const { origin } = actor
  if (!origin) fail('session.nothing_to_go_back')
  const hostOwner = await switching.acrossTenants('switch: find the way back', (db) =>
    switching.hosts.ownerOf(db, origin.host),
  )
  if (!hostOwner) fail('session.nothing_to_go_back')
  return moveTo(switching, context, {
    host: origin.host,
    tenantId: hostOwner.tenantId,
    partnerId: hostOwner.partnerId,
    userId: actor.userId,
    authType: sessionTypeOf(actor),
    actingProfile: null,
    realUserId: null,
    remoteAccessId: null,
    minutes: null,
    origin: null,
    intended: origin.path,
    replaces: [actor.sessionId, origin.session_id],
    fromSession: actor.sessionId,
  })
}

export type Target = NonNullable<Awaited<ReturnType<typeof store.findTarget>>>

/** Returns the business unit, if the person may enter it; otherwise fails with 404. */
export async function targetOf(
  { acrossTenants }: Pick<Switching, 'acrossTenants'>,
  actor: Actor,
  tenantId: string,
): Promise<Target> {
  const found = await acrossTenants('switch: find the business unit', (db) =>
    store.findTarget(db, actor.userId, tenantId),
  )
  return found ?? fail('call.not_found')
}

/** Makes the hand-over of the person of the session to the host of the business unit. */
export function handOverOf({ hosts }: Pick<Switching, 'hosts'>, actor: Actor, target: Target): HandOver {
  return {
    host: hosts.hostOf(target),
    tenantId: target.id,
    partnerId: target.partner_id,
    userId: actor.userId,
    authType: sessionTypeOf(actor),
    actingProfile: null,
    realUserId: null,
    remoteAccessId: null,
    minutes: null,
    origin: null,
    intended: null,
    replaces: actor.origin ? [actor.sessionId] : [],
    fromSession: actor.sessionId,
  }
}
