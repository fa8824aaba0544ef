// Sign-in with a password, and the first account of a platform. No database connection is held while a password is hashed.
import { fail } from '#platform/contract/failure.ts'
import { plainRules } from '#platform/contract/password-rules.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { together } from '#platform/server/database/together.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import type { OpenContext } from '#platform/server/http/route.ts'
import { hashNewPassword } from '#platform/server/new-password.ts'
import { checkPassword } from '#platform/server/passwords.ts'
import { findOneTimeToken, replaceOneTimeTokens, takeOneTimeToken } from '#platform/server/session/one-time-token.ts'
import { hashToken } from '#platform/server/session/token.ts'
import {
  type Attempt,
  enter,
  finishSignIn,
  authorize,
  refuse,
  sessionTerms,
} from '#features/identity/entry/server/commands.ts'
import { findPerson, refusalAt } from '#features/identity/entry/server/queries.ts'
import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { type firstAccount, firstAccountPurpose, type login } from '../contract.ts'
import { countAttempt, type CountedAs, refundAttempts } from '#features/identity/attempts/server/commands.ts'
import { offerSecondStep, passwordMarkOf } from '#features/identity/mfa/server/commands.ts'
import { factorStep, standingOf } from '#features/identity/mfa/server/queries.ts'
import { passwordRulesOf } from '#features/organisation/settings/server/queries.ts'
import { beginChange } from '#features/identity/passwords/server/commands.ts'
import { stepDue } from './rules.ts'
import * as store from './store.ts'

/** An attempt with a password: its e-mail, the known browser, and the budget in which it was counted. */
type SignIn = { attempt: Attempt & { email: string }; deviceId: string | null; as: CountedAs }

type SignInEvents = { hosts: Hosts; onNetworkThrottled: (seconds: number) => void; onUnknownDevice: () => void }

/**
 * Signs in or fails. Calls `onNetworkThrottled` when the client's network has reached its limit, and `onUnknownDevice` when its device
 * token belongs to no browser of the person. A wrong password, an unknown e-mail and an account with another authentication method get the
 * same answer after the same time (A1).
 */
export async function signIn(
  context: OpenContext,
  { hosts, onNetworkThrottled, onUnknownDevice }: SignInEvents,
  { email, password, device }: InputOf<typeof login>,
): Promise<AnswerOf<typeof login>> {
  const { address, host } = context.caller
  const [hostOwner, person, { deviceId, ...attemptCount }] = await context.acrossTenants(
    'sign-in: count the attempt, find the person',
    (db) =>
      together([
        hosts.ownerOf(db, host).then((found) => found ?? fail('host.unknown')),
        findPerson(db, email),
        countAttempt(db, { address, email, deviceToken: device ?? null }),
      ]),
  )
  // After the commit, so that a rejected attempt stays counted.
  if (device && !deviceId) onUnknownDevice()
  if (attemptCount.wait?.ofNetwork) onNetworkThrottled(attemptCount.wait.seconds)
  if (attemptCount.wait) fail('call.throttled', { retryAfter: attemptCount.wait.seconds })
  const request: SignIn = {
    attempt: { context, hostOwner, email, authMethod: 'password' },
    deviceId,
    as: attemptCount.as,
  }
  const right = await checkPassword(person?.auth_type === 'password' ? person.password_hash : null, password)
  if (!right || !person) return refuse(request.attempt, 'sign_in.wrong_credentials')
  const wrongHost = refusalAt(hostOwner, person)
  if (wrongHost) return refuse(request.attempt, wrongHost)
  return begin(request, hosts, person, password)
}

type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>

/** Begins the session, or the next step of the sign-in: first the second factor, then the change of an expired password. */
function begin(
  { attempt, deviceId, as }: SignIn,
  hosts: Hosts,
  person: Person,
  password: string,
): Promise<AnswerOf<typeof login>> {
  const { caller, clock } = attempt.context
  const { tenantId } = attempt.hostOwner
  const counted = { address: caller.address, deviceId, as }
  const { id: userId, email } = person
  return enter(attempt, 'sign-in: begin the session', async (db) => {
    const [present, policy, standing, terms] = await together([
      store.findStillRight(db, person),
      passwordRulesOf(db, userId),
      standingOf(db, { userId, tenantId, host: caller.host, deviceId }),
      sessionTerms(db, attempt.hostOwner, { userId, authType: 'password' }),
    ])
    // The password may have changed since it was checked. A session must not outlive its password.
    if (!present) fail('sign_in.wrong_credentials')
    const change = stepDue({ policy, password, changedAt: person.password_changed_at, now: clock.now() })
    const step = factorStep(standing)
    if (step.kind === 'none' && !change) {
      const proven = { userId, email, counted, secondFactor: step.secondFactor }
      return finishSignIn(db, hosts, attempt, proven, { terms, person: present })
    }
    // A person whose session would be refused gets that refusal before the next step.
    await authorize(db, { ...attempt, host: caller.host }, { userId, authType: 'password', secondFactor: true })
    if (change && step.kind !== 'code') {
      await refundAttempts(db, { ...counted, email }, as)
      return beginChange(db, userId, change.why, caller.language)
    }
    if (step.kind === 'none') throw new Error('a sign-in without a further step has ended')
    return offerSecondStep(db, step, {
      host: caller.host,
      tenantId,
      userId,
      email,
      passwordMark: passwordMarkOf(person.password_hash ?? ''),
      counted,
      mayTrust: standing.may_trust && standing.totp,
      secret: null,
      change: change?.why ?? null,
    })
  })
}

const firstAccountSeconds = 24 * 3_600

/**
 * Stores the token of a link for the first account, if the platform has no account yet; earlier links become invalid. Returns whether it
 * stored one.
 */
export async function offerFirstAccount(db: Database, tokenHash: Buffer): Promise<boolean> {
  if (await store.hasPlatformStaff(db)) return false
  await replaceOneTimeTokens(db, firstAccountPurpose, tokenHash, firstAccountSeconds)
  return true
}

export async function makeFirstAccount(context: OpenContext, input: InputOf<typeof firstAccount>): Promise<void> {
  const tokenHash = hashToken(input.token)
  // Check the link first: hashing is expensive, and a request without a valid link must not cause it.
  const isGood = await context.acrossTenants('first account: look at the link', (db) =>
    findOneTimeToken(db, firstAccountPurpose, tokenHash),
  )
  if (!isGood) fail('sign_in.link_spent')
  const passwordHash = await hashNewPassword({
    password: input.password,
    own: [input.email, input.name],
    rules: plainRules,
    caller: firstAccountPurpose,
  })
  await context.acrossTenants('first account of the platform', async (db) => {
    if (!(await takeOneTimeToken(db, firstAccountPurpose, tokenHash))) fail('sign_in.link_spent')
    const id = await store.addPlatformStaff(db, { email: input.email, name: input.name, passwordHash })
    const auditActor = {
      actorId: id,
      actorEmail: input.email,
      actorName: input.name,
      tenantId: null,
      partnerId: null,
      address: context.caller.address,
    }
    await writeAudit(db, auditActor, 'user.added', {
      target: { type: 'user', id, name: input.name },
      after: { staff: 'a2m' },
    })
  })
}
