// The sign-in with a password, and the first account of a platform. No connection is held while a password is hashed.
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
import { type CountedAs, countGuess, deviceOf, forgiveGuess, rememberDevice } from '../attempts/server/service.ts'
import { refusalAt } from './rules.ts'
import * as store from './store.ts'

type Attempt = { context: OpenContext; place: Place; email: string; deviceId: string | null; as: CountedAs }

/** Signs in or fails; says when it is the whole network that has to wait. Wrong password, unknown person and another kind of sign-in look and take the same (A1). */
export async function signIn(
  context: OpenContext,
  { hosts, onCrowded }: { hosts: Hosts; onCrowded: (seconds: number) => void },
  { email, password, device }: InputOf<typeof login>,
): Promise<AnswerOf<typeof login>> {
  const { place, person, deviceId, guess } = await context.acrossTenants(
    'sign-in: count the guess, find the person',
    async (db) => {
      const place = await hosts.placeOf(db, context.caller.host)
      if (!place) fail('host.unknown')
      const deviceId = await deviceOf(db, device ?? null, email)
      const guess = await countGuess(db, { address: context.caller.address, email, deviceId })
      return { place, guess, deviceId, person: await store.findPerson(db, email) }
    },
  )
  // Only now, after the commit: a guess that is refused stays counted.
  if (guess.wait?.ofNetwork) onCrowded(guess.wait.seconds)
  if (guess.wait) fail('call.throttled', { retryAfter: guess.wait.seconds })
  const attempt: Attempt = { context, place, email, deviceId, as: guess.as }
  const right = await checkPassword(person?.auth_type === 'password' ? person.password_hash : null, password)
  if (!right || !person) return refuse(attempt, 'sign_in.wrong_credentials')
  const misplaced = refusalAt(place, person)
  if (misplaced) return refuse(attempt, misplaced)
  return begin(attempt, hosts, person)
}

type Person = NonNullable<Awaited<ReturnType<typeof store.findPerson>>>

async function begin(attempt: Attempt, hosts: Hosts, person: Person): Promise<AnswerOf<typeof login>> {
  const { context, place, email, deviceId, as } = attempt
  const guess = { address: context.caller.address, email, deviceId }
  const { token, hash } = makeToken()
  const { landing, profile, device } = await context
    .acrossTenants('sign-in: begin the session', async (db) => {
      await store.waitBriefly(db)
      // What was checked may have been changed since: the session of an old password must not outlive it.
      if (!(await store.isStillRight(db, person))) fail('sign_in.wrong_credentials')
      const { hours, landing } = await sessionSettings(db, place.tenantId)
      await store.addSession(db, {
        ...whereabouts(attempt, person),
        hours: hours ?? loginTimeoutHours.default,
        tokenHash: hash,
      })
      // Nor at an address that leads elsewhere by now: whoever wants to give it up waits for this session, and ends it.
      const there = await hosts.placeOf(db, context.caller.host)
      if (there?.tenantId !== place.tenantId || there.partnerId !== place.partnerId) fail('sign_in.domain_refused')
      const refusal = await refusalOf(db, hash, context.caller.address)
      if (refusal) fail(refusal)
      await store.endOldest(db, person.id, sessionsPerPerson)
      await forgiveGuess(db, guess, as)
      const device = await rememberDevice(db, person.id, guess)
      await store.noteSignIn(db, person.id, place.tenantId)
      await note(db, attempt, 'sign_in.done', { id: person.id, name: person.name })
      return { landing, device, profile: await profileOf(db, person, place) }
    })
    .catch((error: unknown) =>
      error instanceof Failure ? refuse(attempt, error.code) : Promise.reject(error as Error),
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

const whereabouts = ({ context: { caller }, place }: Attempt, person: Person) => ({
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

/** Writes down the refusal, then fails with it. */
async function refuse(attempt: Attempt, code: ErrorCode): Promise<never> {
  const { context } = attempt
  await context.acrossTenants('sign-in: note the refusal', (db) =>
    note(db, attempt, 'sign_in.refused', { id: null, name: null }, code),
  )
  return fail(code, { values: { address: context.caller.address } })
}

async function note(
  db: Database,
  { context, place, email }: Attempt,
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

/** Offers a link for the first account when the platform has none; an older link ends. Answers whether it did. */
export async function offerFirstAccount(db: Database, tokenHash: Buffer): Promise<boolean> {
  if (await store.hasPlatformStaff(db)) return false
  await store.replaceOneTimeToken(db, firstAccountPurpose, tokenHash)
  return true
}

export async function makeFirstAccount(context: OpenContext, input: InputOf<typeof firstAccount>): Promise<void> {
  const tokenHash = hashToken(input.token)
  // Looked at first: hashing is dear, and nobody without the link shall make the server do it.
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
