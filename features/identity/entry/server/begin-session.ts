// Begins sessions, for every authentication method: password, identity provider, hand-over from another host, embedded page, playlist. Each
// method proves who the person is; this file decides for all of them what a session must satisfy.
import type { z } from 'zod'
import { loginTimeoutHours, sessionsPerPerson } from '#catalogue/limits.ts'
import { type ErrorCode, errors } from '#catalogue/errors.ts'
import { Failure, fail } from '#platform/contract/failure.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { together } from '#platform/server/database/together.ts'
import { announce } from '#platform/server/live/announce.ts'
import type { Hosts, HostOwner } from '#platform/server/hosts.ts'
import type { OpenContext } from '#platform/server/http/route.ts'
import type { AuthType, SessionOrigin } from '#platform/server/session/actor.ts'
import { refusalOf } from '#platform/server/session/refusal.ts'
import { makeToken } from '#platform/server/session/token.ts'
import { sessionSettings } from '#features/organisation/settings/server/queries.ts'
import type { loginAnswer } from '#features/identity/sessions/contract.ts'
import { shownIdentity } from './rules.ts'
import * as store from './store.ts'

/** The parts of a request context that an attempt needs; a call of a signed-in person passes those of its own context. */
export type EntryContext = Pick<OpenContext, 'caller' | 'clock' | 'acrossTenants'>

/**
 * One attempt to begin a session. `email`: that of the person who tries, if known. `authMethod`: the authentication method, for the audit
 * trail.
 */
export type Attempt = {
  context: EntryContext
  hostOwner: HostOwner
  email: string | null
  authMethod: AuthType | 'hand_over'
  /** Fault of the proof of identity, for the audit trail. */
  fault?: string
}

/**
 * A person whose identity is proven. `intended`: another landing path than that of the business unit's settings. `minutes`: the longest
 * duration of the session; default: the hours of the settings.
 */
export type Entrant = {
  userId: string
  authType: AuthType
  actingProfile?: 'admin' | 'user' | null
  realUserId?: string | null
  /**
   * Id of the remote access, consented by the person, for which this session begins; requires `realUserId`. A remote access begins once.
   */
  remoteAccessId?: string | null
  minutes?: number | null
  origin?: SessionOrigin | null
  intended?: string | null
  /** True: the person proved a second factor. */
  secondFactor?: boolean
  /** Id of the session from which the person switches; its sign-in and a second factor proven there count for the new session. */
  fromSession?: string | null
}

type Begun = z.output<typeof loginAnswer> & { sessionId: string }

/**
 * Runs the transaction that ends an attempt. A failure rolls it back, writes the refusal to the audit trail, and is thrown again with
 * the client's address for its sentence.
 */
export async function enter<T>(attempt: Attempt, reason: string, work: (db: Database) => Promise<T>): Promise<T> {
  return attempt.context
    .acrossTenants(reason, async (db) => {
      const [, result] = await together([store.waitBriefly(db), work(db)])
      return result
    })
    .catch((error: unknown) =>
      error instanceof Failure ? refuse(attempt, error.code) : Promise.reject(error as Error),
    )
}

/**
 * Begins a session at the host owner of the attempt, inside `enter`. The session gate checks it as it checks every request: state, trial,
 * maintenance, IP address, shift. Fails with the reason of a refusal. `known`: what the caller has read in this transaction. All
 * statements then need one round trip.
 */
export async function beginSession(
  db: Database,
  hosts: Hosts,
  attempt: Attempt,
  entrant: Entrant,
  known?: KnownBefore,
): Promise<Begun> {
  const terms = known?.terms ?? (await sessionTerms(db, attempt.hostOwner, entrant))
  const { hostOwner, context } = attempt
  const { caller } = context
  // The session of a screen that plays a playlist neither counts for the session limit of its owner nor as a sign-in of the owner.
  const isScreen = entrant.authType === 'playlist'
  // All in one round trip. A refusal rolls the other changes back.
  const [{ token, sessionId, landing, person }, current] = await together([
    addAuthorizedSession(db, { ...attempt, host: caller.host }, entrant, terms),
    hosts.ownerOf(db, caller.host),
    isScreen ? null : store.endOldest(db, entrant.userId, sessionsPerPerson, entrant.authType === 'embedded'),
    isScreen || entrant.realUserId ? null : store.noteSignIn(db, entrant.userId, hostOwner.tenantId),
    known && !entrant.realUserId ? writeEntry(db, attempt, beginningOf(entrant), known.person) : null,
  ])
  // The host may have another owner since the attempt began. A change of the owner after this point waits for this transaction and ends the
  // session.
  if (current?.tenantId !== hostOwner.tenantId || current.partnerId !== hostOwner.partnerId)
    fail('sign_in.domain_refused')
  if (entrant.realUserId) await beginRemoteAccess(db, attempt, entrant, sessionId, person)
  else if (!known) await writeEntry(db, attempt, beginningOf(entrant), person)
  return {
    sessionId,
    status: 'success',
    user: {
      id: person.id,
      ...shownIdentity(entrant.authType, person),
      partner_id: hostOwner.partnerId,
      profile: person.profile ?? '',
      auth_type: entrant.authType,
    },
    tenant_id: hostOwner.tenantId,
    intended: entrant.intended ?? landing,
    token,
    device: null,
    domain: hosts.domainOfHost(caller.host),
    message: null,
  }
}

/** Binds a new session to its remote access. Fails when the access has begun before, has expired, or is no longer allowed. */
async function beginRemoteAccess(
  db: Database,
  { context, hostOwner }: Attempt,
  { remoteAccessId, realUserId, userId }: Entrant,
  sessionId: string,
  person: { name: string },
): Promise<void> {
  const begun = await store.beginRemoteAccess(db, remoteAccessId ?? null, { sessionId, realUserId, userId })
  if (!begun) fail('access.functionality_refused')
  const { tenantId, partnerId } = hostOwner
  const { id: actorId, email: actorEmail, name: actorName } = begun.requester
  const { address: ipAddress } = context.caller
  const auditActor = { actorId, actorEmail, actorName, tenantId, partnerId, address: ipAddress, onBehalfOf: userId }
  const target = { type: 'user', id: userId, name: person.name }
  await writeAudit(db, auditActor, 'remote_access.started', { target, after: { reason: begun.reason } })
  await announce(db, { kind: 'remote_access', userId })
}

/** Fails with the reason for which a session at `host` would be refused now. Stores nothing. */
export async function authorize(db: Database, attempt: Attempt & { host: string }, entrant: Entrant): Promise<void> {
  await store.undone(db, async () =>
    addAuthorizedSession(db, attempt, entrant, await sessionTerms(db, attempt.hostOwner, entrant)),
  )
}

type SessionTerms = Awaited<ReturnType<typeof sessionTerms>>

/** What a caller may read before the session begins, in the same transaction: its terms, and the locked row of the person. */
export type KnownBefore = { terms: SessionTerms; person: { id: string; email: string; name: string } }

/** Reads what a session of the entrant at this host owner must satisfy. A change of the rule for staff waits until the session is stored. */
export async function sessionTerms(
  db: Database,
  { tenantId }: HostOwner,
  { userId, authType, realUserId, fromSession }: Entrant,
) {
  // Staff may not begin a session in a business unit that is closed to them. The rule does not apply to the screen of a playlist that staff
  // made, because no person uses its session, nor to remote access, which depends on the consent of its person.
  const isEntering = authType !== 'playlist' && !realUserId
  const [settings, isClosedToStaff, hadSecondFactor] = await together([
    sessionSettings(db, tenantId),
    isEntering && tenantId !== null ? store.isClosedToStaff(db, tenantId, userId) : false,
    fromSession ? store.hasSecondFactor(db, fromSession) : false,
  ])
  return { ...settings, isClosedToStaff, hadSecondFactor }
}

/**
 * Adds a session and lets the session gate check it. The check needs a stored session, because the SQL function of the gate is its only
 * implementation.
 */
async function addAuthorizedSession(
  db: Database,
  { hostOwner, context, host }: Attempt & { host: string },
  entrant: Entrant,
  { hours, landing, requiresTwoFactor, isClosedToStaff, hadSecondFactor }: SessionTerms,
) {
  const { caller } = context
  const { tenantId } = hostOwner
  if (isClosedToStaff) fail('sign_in.domain_refused')
  const secondFactor = entrant.secondFactor ?? hadSecondFactor
  // Only the method `password` requires our second factor: an identity provider asks for its own.
  if (requiresTwoFactor && entrant.authType === 'password' && !secondFactor) fail('sign_in.two_factor_due')
  const { token, hash } = makeToken()
  const [sessionId, refusal, person] = await together([
    store.addSession(db, {
      userId: entrant.userId,
      tenantId,
      partnerId: hostOwner.partnerId,
      authType: entrant.authType,
      host,
      address: caller.address,
      userAgent: caller.userAgent,
      minutes: Math.min((hours ?? loginTimeoutHours.default) * 60, entrant.minutes ?? Infinity),
      tokenHash: hash,
      actingProfile: entrant.actingProfile ?? null,
      realUserId: entrant.realUserId ?? null,
      origin: entrant.origin ?? null,
      secondFactor,
      fromSession: entrant.fromSession ?? null,
    }),
    refusalOf(db, hash, caller.address),
    store.sessionPerson(db, hash),
  ])
  // Terms to accept do not prevent the session, because a person accepts them in it.
  if (refusal && refusal !== 'session.terms_due') fail(refusal)
  return { token, sessionId, landing, person }
}

/** Writes the audit entry of a refusal, then fails with its code. */
export async function refuse(attempt: Attempt, code: ErrorCode): Promise<never> {
  const { context, email } = attempt
  await context.acrossTenants('sign-in: note the refusal', (db) =>
    writeEntry(db, attempt, 'sign_in.refused', { id: null, email, name: null }, code),
  )
  return fail(code, { values: { address: context.caller.address } })
}

/** The audit event of a new session. Staff who enter a business unit say as whom they do; a screen is nobody who signs in. */
function beginningOf({ actingProfile, authType }: Entrant): string {
  if (authType === 'playlist') return 'sign_in.screen'
  return actingProfile ? `sign_in.entered_${actingProfile}` : 'sign_in.done'
}

type AuditedPerson = { id: string | null; email: string | null; name: string | null }

async function writeEntry(
  db: Database,
  attempt: Attempt,
  event: string,
  person: AuditedPerson,
  code?: ErrorCode,
): Promise<void> {
  const { context, hostOwner, authMethod, fault } = attempt
  const { caller } = context
  const origin = { tenantId: hostOwner.tenantId, partnerId: hostOwner.partnerId, address: caller.address }
  const { id: actorId, email: actorEmail, name: actorName } = person
  await writeAudit(db, { ...origin, actorId, actorEmail, actorName }, event, {
    target: { type: 'session', id: null, name: person.name },
    after: {
      host: caller.host,
      way: authMethod,
      ...(code ? { reason: errors[code].key } : {}),
      ...(fault ? { fault } : {}),
    },
  })
}
