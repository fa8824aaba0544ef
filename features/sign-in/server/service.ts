// Sign-in with a password, and the first account of a platform. No database connection is held while a password is hashed.
import { loginTimeoutHours, sessionsPerPerson } from '#catalogue/limits.ts'
import { type ErrorCode, errors } from '#catalogue/errors.ts'
import { Failure, fail } from '#platform/contract/failure.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { Hosts, Place } from '#platform/server/hosts.ts'
import type { OpenContext } from '#platform/server/http/route.ts'
import { hashNewPassword } from '#platform/server/new-password.ts'
import { checkPassword } from '#platform/server/passwords.ts'
import { refusalOf } from '#platform/server/session/refusal.ts'
import { hashToken, makeToken } from '#platform/server/session/token.ts'
import { sessionSettings } from '#features/settings/server/reads.ts'
import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { type firstAccount, firstAccountPurpose, type login } from '../contract.ts'
import { type CountedAs, countAttempt, deviceOf, refundAttempts, rememberDevice } from '../attempts/server/service.ts'
import { refusalAt } from './rules.ts'
import * as store from './store.ts'

type SignIn = { context: OpenContext; place: Place; email: string; deviceId: string | null; as: CountedAs }

/**
 * Signs in or fails. Calls `onNetworkThrottled` when the client's network has reached its limit. A wrong password, an unknown e-mail
 * and an account with another kind of sign-in get the same answer after the same time (A1).
 */
export async function signIn(
  context: OpenContext,
  { hosts, onNetworkThrottled }: { hosts: Hosts; onNetworkThrottled: (seconds: number) => void },
  { email, password, device }: InputOf<typeof login>,
): Promise<AnswerOf<typeof login>> {
  const { place, person, deviceId, count } = await context.acrossTenants(
    'sign-in: count the attempt, find the person',
    async (db) => {
      const place = await hosts.placeOf(db, context.caller.host)
      if (!place) fail('host.unknown')
      const deviceId = await deviceOf(db, device ?? null, email)
      const count = await countAttempt(db, { address: context.caller.address, email, deviceId })
      return { place, count, deviceId, person: await store.findPerson(db, email) }
    },
  )
  // After the commit, so that a rejected attempt stays counted.
  if (count.wait?.ofNetwork) onNetworkThrottled(count.wait.seconds)
  if (count.wait) fail('call.throttled', { retryAfter: count.wait.seconds })
  const request: SignIn = { context, place, email, deviceId, as: count.as }
  const right = await checkPassword(person?.auth_type === 'password' ? person.password_hash : null, password)
  if (!right || !person) return refuse(request, 'sign_in.wrong_credentials')
  const wrongHost = refusalAt(place, person)
  if (wrongHost) return refuse(request, wrongHost)
  return begin(request, hosts, person)
}

type Person = NonNullable<Awaited<ReturnType<typeof store.findPerson>>>

async function begin(request: SignIn, hosts: Hosts, person: Person): Promise<AnswerOf<typeof login>> {
  const { context, place, email, deviceId, as } = request
  const attempt = { address: context.caller.address, email, deviceId }
  const { token, hash } = makeToken()
  const { landing, profile, device } = await context
    .acrossTenants('sign-in: begin the session', async (db) => {
      await store.waitBriefly(db)
      // The password may have changed since it was checked. A session must not outlive its password.
      if (!(await store.isStillRight(db, person))) fail('sign_in.wrong_credentials')
      const { hours, landing } = await sessionSettings(db, place.tenantId)
      await store.addSession(db, {
        ...originOf(request, person),
        hours: hours ?? loginTimeoutHours.default,
        tokenHash: hash,
      })
      // The host may belong to another owner by now. A change of the host after this point waits for this transaction and ends the session.
      const current = await hosts.placeOf(db, context.caller.host)
      if (current?.tenantId !== place.tenantId || current.partnerId !== place.partnerId) fail('sign_in.domain_refused')
      const refusal = await refusalOf(db, hash, context.caller.address)
      if (refusal) fail(refusal)
      await store.endOldest(db, person.id, sessionsPerPerson)
      await refundAttempts(db, attempt, as)
      const device = await rememberDevice(db, person.id, attempt)
      await store.noteSignIn(db, person.id, place.tenantId)
      await note(db, request, 'sign_in.done', { id: person.id, name: person.name })
      return { landing, device, profile: await profileOf(db, person, place) }
    })
    .catch((error: unknown) =>
      error instanceof Failure ? refuse(request, error.code) : Promise.reject(error as Error),
    )
  return {
    status: 'success',
    user: {
      id: person.id,
      email: person.email,
      name: person.name,
      partner_id: place.partnerId,
      profile,
      auth_type: 'password',
    },
    tenant_id: place.tenantId,
    intended: landing,
    token,
    device,
    domain: hosts.domainOfHost(context.caller.host),
    message: null,
  }
}

const originOf = ({ context: { caller }, place }: SignIn, person: Person) => ({
  userId: person.id,
  tenantId: place.tenantId,
  partnerId: place.partnerId,
  authType: 'password' as const,
  host: caller.host,
  address: caller.address,
  userAgent: caller.userAgent,
})

const profileOf = async (db: Database, person: Person, place: Place) =>
  person.staff ?? (place.tenantId ? await store.profileIn(db, place.tenantId, person.id) : 'user')

/** Writes the audit entry of the refusal, then fails with its code. */
async function refuse(request: SignIn, code: ErrorCode): Promise<never> {
  const { context } = request
  await context.acrossTenants('sign-in: note the refusal', (db) =>
    note(db, request, 'sign_in.refused', { id: null, name: null }, code),
  )
  return fail(code, { values: { address: context.caller.address } })
}

async function note(
  db: Database,
  { context, place, email }: SignIn,
  event: string,
  who: { id: string | null; name: string | null },
  code?: ErrorCode,
): Promise<void> {
  const { caller } = context
  const origin = { tenantId: place.tenantId, partnerId: place.partnerId, address: caller.address }
  await writeAudit(db, { ...origin, actorId: who.id, actorEmail: email, actorName: who.name }, event, {
    target: { type: 'session', id: null, name: who.name },
    after: { host: caller.host, ...(code ? { reason: errors[code].key } : {}) },
  })
}

/**
 * Stores the token of a link for the first account, if the platform has no account yet; earlier links become invalid. Returns
 * whether it did.
 */
export async function offerFirstAccount(db: Database, tokenHash: Buffer): Promise<boolean> {
  if (await store.hasPlatformStaff(db)) return false
  await store.replaceOneTimeToken(db, firstAccountPurpose, tokenHash)
  return true
}

export async function makeFirstAccount(context: OpenContext, input: InputOf<typeof firstAccount>): Promise<void> {
  const tokenHash = hashToken(input.token)
  // Check the link first: hashing is expensive, and a request without a valid link must not cause it.
  const isGood = await context.acrossTenants('first account: look at the link', (db) =>
    store.isOneTimeTokenGood(db, firstAccountPurpose, tokenHash),
  )
  if (!isGood) fail('sign_in.link_spent')
  const passwordHash = await hashNewPassword({
    password: input.password,
    own: [input.email, input.name],
    caller: firstAccountPurpose,
  })
  await context.acrossTenants('first account of the platform', async (db) => {
    if (!(await store.takeOneTimeToken(db, firstAccountPurpose, tokenHash))) fail('sign_in.link_spent')
    const id = await store.addPlatformStaff(db, { email: input.email, name: input.name, passwordHash })
    const who = {
      actorId: id,
      actorEmail: input.email,
      actorName: input.name,
      tenantId: null,
      partnerId: null,
      address: context.caller.address,
    }
    await writeAudit(db, who, 'user.added', {
      target: { type: 'user', id, name: input.name },
      after: { staff: 'a2m' },
    })
  })
}
