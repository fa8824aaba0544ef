// The people of identity providers, for SAML and OpenID: finds, adds or links the person of a proven subject, and begins their session. An
// identity is the subject of one provider. By e-mail only such people are found whom the business unit itself maintains for this
// authentication method (S7).
import type { ErrorCode } from '#catalogue/errors.ts'
import { Failure, fail } from '#platform/contract/failure.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { Hosts, HostOwner } from '#platform/server/hosts.ts'
import type { OpenContext } from '#platform/server/http/route.ts'
import {
  type Attempt,
  beginSession,
  enter,
  type Entrant,
  authorize,
  refuse,
} from '#features/identity/entry/server/commands.ts'
import { offerMembership } from '#features/identity/known-people/server/commands.ts'
import { moveTo } from '#features/identity/unit-switch/server/commands.ts'
import * as store from './store.ts'

export { createProviderLimits } from './limits.ts'

export type Unit = Extract<HostOwner, { kind: 'tenant' }>

/** Facts about a person from an identity provider. */
export type Facts = {
  email: string | null
  /** True: it is proven that the e-mail belongs to the person. */
  isProven: boolean
  /** The proof is strong enough to give the provider a person who exists already. */
  mayLink: boolean
  name: string | null
  /** Names of the person's groups; null: the provider does not maintain the groups. */
  groups: string[] | null
  custom: Record<string, string>
}

/** An identity provider of a business unit, with the functions that read and store its subjects. */
export type Provider = {
  authMethod: 'saml' | 'microsoft'
  unit: Unit
  createsPeople: boolean
  linksPeople: boolean
  /** The app of a SAML provider. Null for OpenID Connect: a changed issuer links nobody anew. */
  presentIssuer: store.PresentIssuer | null
  /** Finds the person of the proven subject, with the business unit of which they became a member. */
  known(db: Database): Promise<ResolvedUser | undefined>
  bind(db: Database, resolvedUser: ResolvedUser): Promise<void>
}

/** A person, and the business unit that they enter. */
export type ResolvedUser = { userId: string; tenantId: string }

export type ProviderAttempt = Attempt & { context: OpenContext }

/** Returns the business unit of a host; null for the hosts of partners and of the platform. */
export async function unitAt(db: Database, hosts: Hosts, host: string): Promise<Unit | null> {
  const hostOwner = await hosts.ownerOf(db, host)
  return hostOwner?.kind === 'tenant' ? hostOwner : null
}

/** Why a known person cannot enter yet, although something was stored for them. */
export type Joining = { joining: 'sign_in.membership_added' | 'sign_in.membership_waits' }

/**
 * Finds the person of a proven subject, or links or adds one if the provider allows that. A person of another business unit of the partner
 * is offered a membership, and no session: the provider of one unit must not open the others.
 */
export async function personOf(
  db: Database,
  attempt: Attempt,
  provider: Provider,
  facts: Facts,
): Promise<ResolvedUser | Joining> {
  const { tenantId } = provider.unit
  const known = await provider.known(db)
  if (known && !(await store.signsInBy(db, provider.authMethod, known.userId))) fail('sign_in.wrong_credentials')
  const resolvedUser = known ?? (await newcomer(db, attempt, provider, facts))
  if ('joining' in resolvedUser) return resolvedUser
  const { userId } = resolvedUser
  const isMemberHere = await store.isMember(db, tenantId, userId)
  if (facts.name !== null) await store.updateName(db, userId, facts.name)
  // A provider of one business unit must not change groups and custom fields of a person in another unit, because both give access to rows
  // of reports.
  if (!isMemberHere) return resolvedUser
  if (Object.keys(facts.custom).length > 0) await store.updateCustom(db, tenantId, userId, facts.custom)
  if (facts.groups !== null) await store.replaceGroups(db, tenantId, userId, facts.groups)
  return { userId, tenantId }
}

async function newcomer(
  db: Database,
  attempt: Attempt,
  provider: Provider,
  facts: Facts,
): Promise<ResolvedUser | Joining> {
  const { authMethod, unit } = provider
  const { email, isProven } = facts
  if (email === null || !isProven) fail('sign_in.wrong_credentials')
  const present = await store.personWithEmail(db, email, provider.presentIssuer)
  if (present) {
    if (!facts.mayLink) fail('sign_in.wrong_credentials')
    const joining = present.former_tenant_id === null ? await joined(db, attempt, provider, present, email) : null
    return joining ?? linked(db, attempt, provider, present, email)
  }
  if (!provider.createsPeople) fail('sign_in.provider_without_tenant')
  const tenantId = await store.unitOfNewcomers(db, unit)
  const added = { name: facts.name ?? email.slice(0, email.indexOf('@')), email }
  const userId = await store.addPerson(db, authMethod, tenantId, added)
  await provider.bind(db, { userId, tenantId })
  await writeAudit(db, actorOf(attempt, unit, { tenantId, userId, ...added }), 'user.added', {
    target: { type: 'user', id: userId, name: added.name },
    after: { ...added, auth_type: authMethod },
  })
  return { userId, tenantId }
}

type Present = NonNullable<Awaited<ReturnType<typeof store.personWithEmail>>>

/** Offers a person of another business unit a membership of the unit of newcomers; null if they must not get one. */
async function joined(
  db: Database,
  attempt: Attempt,
  { createsPeople, unit }: Provider,
  { id: userId, name, memberships }: Present,
  email: string,
): Promise<Joining | null> {
  if (!createsPeople || memberships.includes(unit.tenantId)) return null
  const tenantId = await store.unitOfNewcomers(db, unit)
  const auditActor = actorOf(attempt, unit, { tenantId, userId, name, email })
  const offered = await offerMembership(db, { tenantId, email }, auditActor)
  return offered && { joining: offered.isMember ? 'sign_in.membership_added' : 'sign_in.membership_waits' }
}

/**
 * Links a proven subject to a person with this e-mail: one whom the business unit maintains for this authentication method, or, if the
 * provider links people, one with a password. Staff, people of another unit or of several units, and people with another identity are never
 * linked. An administrator with a password stays one: the
 * staff of a directory could otherwise take over the business unit by an e-mail. A person whom an earlier provider of the same app knew
 * enters the unit that they entered by it, and the audit trail says so.
 */
async function linked(db: Database, attempt: Attempt, provider: Provider, present: Present, email: string) {
  const { authMethod, unit } = provider
  const { tenantId } = unit
  const {
    id: userId,
    name,
    auth_type,
    home_tenant_id,
    staff,
    is_admin,
    is_bound,
    former_tenant_id,
    memberships,
  } = present
  const entered = former_tenant_id ?? tenantId
  const isKnown = former_tenant_id !== null || home_tenant_id === tenantId
  const isOurs = isKnown && staff === null && memberships.includes(entered) && !is_bound
  const hasPassword = auth_type === 'password'
  const mayLink = hasPassword ? provider.linksPeople && memberships.length === 1 && !is_admin : auth_type === authMethod
  if (!isOurs || !mayLink) fail('sign_in.wrong_credentials')
  const resolvedUser = { userId, tenantId: entered }
  const person = { ...resolvedUser, name, email }
  await provider.bind(db, resolvedUser)
  if (former_tenant_id !== null)
    await writeAudit(db, actorOf(attempt, unit, person), 'sign_in.relinked', {
      target: { type: 'user', id: userId, name },
    })
  if (hasPassword) {
    await store.endPassword(db, authMethod, userId)
    await writeAudit(db, actorOf(attempt, unit, person), 'user.updated', {
      target: { type: 'user', id: userId, name },
      before: { auth_type },
      after: { auth_type: authMethod },
    })
  }
  return resolvedUser
}

const actorOf = (attempt: Attempt, { partnerId }: Unit, person: ResolvedUser & { name: string; email: string }) => ({
  actorId: person.userId,
  actorEmail: person.email,
  actorName: person.name,
  tenantId: person.tenantId,
  partnerId,
  address: attempt.context.caller.address,
})

/** Fails with the reason for which a person could not enter their business unit now. */
export async function authorizeResolvedUser(
  db: Database,
  hosts: Hosts,
  attempt: Attempt,
  resolvedUser: ResolvedUser,
): Promise<void> {
  const { hostOwner, context } = attempt
  const entrant: Entrant = {
    userId: resolvedUser.userId,
    authType: attempt.authMethod === 'saml' ? 'saml' : 'microsoft',
  }
  if (resolvedUser.tenantId === hostOwner.tenantId)
    return authorize(db, { ...attempt, host: context.caller.host }, entrant)
  const host = hosts.hostOf(await store.unitNamesOf(db, resolvedUser.tenantId))
  const otherOwner = await hosts.ownerOf(db, host)
  if (otherOwner?.tenantId !== resolvedUser.tenantId) fail('sign_in.without_tenant')
  return authorize(db, { ...attempt, hostOwner: otherOwner, host }, entrant)
}

type Entering = { resolvedUser: ResolvedUser; intended: string | null; authMethod: 'saml' | 'microsoft' }

type Steps = {
  /** Fails when the proof was used before. */
  spend: (db: Database) => Promise<void>
  /** Called with the new session, which is at the host of the provider. */
  begun?: (db: Database, sessionId: string) => Promise<void>
}

/** Begins the session, or hands the person over to the host of their business unit. */
export async function enterResolvedUser(
  hosts: Hosts,
  attempt: ProviderAttempt,
  { resolvedUser, intended, authMethod }: Entering,
  { spend, begun }: Steps,
) {
  const { context, hostOwner } = attempt
  const { userId, tenantId } = resolvedUser
  if (tenantId === hostOwner.tenantId) {
    return enter(attempt, 'single sign-on: begin the session', async (db) => {
      await spend(db)
      const session = await beginSession(db, hosts, attempt, { userId, authType: authMethod, intended })
      await begun?.(db, session.sessionId)
      return session
    })
  }
  const unitNames = await enter(attempt, 'single sign-on: hand over', async (db) => {
    await spend(db)
    return store.unitNamesOf(db, tenantId)
  })
  const { partnerId } = hostOwner
  const plain = { actingProfile: null, realUserId: null, remoteAccessId: null, minutes: null, origin: null }
  const to = {
    ...plain,
    host: hosts.hostOf(unitNames),
    tenantId,
    partnerId,
    userId,
    authType: authMethod,
    intended: null,
  }
  return moveTo({ hosts, acrossTenants: context.acrossTenants }, context, { ...to, replaces: [], fromSession: null })
}

/**
 * Returns the redirect if it is a path of this origin, otherwise null: neither a RelayState nor a redirect may lead to another site (S12).
 */
export const pathOf = (redirect: string | null | undefined): string | null =>
  redirect && /^\/(?![/\\])[^\\\s]*$/.test(redirect) ? redirect : null

/**
 * Writes the audit entry of a sign-in that failed at the user limit, or for a reason that the answer must not name. Returns the code for
 * the answer; throws every error that is no refusal.
 */
export async function refusalOf(attempt: Attempt, error: unknown, isFault: boolean): Promise<ErrorCode> {
  if (error instanceof Failure) return error.code
  const code = isFault ? 'sign_in.provider_failed' : limitIn(error)
  if (code === null) throw error
  await refuse(attempt, code).catch(mustBeFailure)
  return code
}

function mustBeFailure(error: unknown): void {
  if (!(error instanceof Failure)) throw error
}

/** Returns the code of the user limit (of the business unit or of its client) that an error of the database means; otherwise null. */
function limitIn(error: unknown): ErrorCode | null {
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : null
  if (constraint === 'tenants_user_limit') return 'tenant.user_limit_reached'
  return constraint === 'clients_user_limit' ? 'client.user_limit_reached' : null
}
