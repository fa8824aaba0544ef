// The second step of a sign-in, and the sign-in with a passkey. A code is counted and committed before it is checked, so parallel tries
// are limited too. No database connection is held while a proof is checked. Next: pending-sign-in.ts, rules.ts.
import { fail } from '#platform/contract/failure.ts'
import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { Hosts, HostOwner } from '#platform/server/hosts.ts'
import type { OpenContext } from '#platform/server/http/route.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { changeOneTimeToken, takeOneTimeToken } from '#platform/server/session/one-time-token.ts'
import { hashToken } from '#platform/server/session/token.ts'
import { type Attempt, enter, finishSignIn, refuse } from '#features/identity/entry/server/commands.ts'
import { countCode, refundAttempts, refundCodes } from '#features/identity/attempts/server/commands.ts'
import { beginChange } from '#features/identity/passwords/server/commands.ts'
import { findPerson, refusalAt } from '#features/identity/entry/server/queries.ts'
import type { proveSecondFactor, setUpAtSignIn, signInWithPasskey } from '../contract.ts'
import { findPendingSignIn, type PendingSignIn, type PendingSignInPurpose, passwordMarkOf } from './pending-sign-in.ts'
import { requestOptionsFor, takeChallenge, verifyAssertion } from './passkeys.ts'
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts'
import * as store from './store.ts'
import { newTotpSecret, otpauthUrl, stepOfCode } from './totp.ts'

export type Factors = { hosts: Hosts; secrets: Secrets }

/** The purpose with which TOTP secrets are sealed: they cannot be opened for another purpose. */
export const totpPurpose = 'totp'

/**
 * Finds a pending sign-in and the owner of its host. Fails unless the same business unit still owns the host at which the sign-in began.
 */
async function pendingSignInOf(
  db: Database,
  { hosts }: Factors,
  { caller }: OpenContext,
  purpose: PendingSignInPurpose,
  tokenHash: Buffer,
): Promise<{ pending: PendingSignIn; hostOwner: HostOwner }> {
  const pending = await findPendingSignIn(db, purpose, tokenHash, caller.host)
  const hostOwner = pending && (await hosts.ownerOf(db, pending.host))
  if (!pending || !hostOwner || hostOwner.tenantId !== pending.tenantId) fail('sign_in.code_expired')
  return { pending, hostOwner }
}

const attemptOf = (context: OpenContext, hostOwner: HostOwner, email: string): Attempt => ({
  context,
  hostOwner,
  email,
  authMethod: 'password',
})

export async function proveFactor(
  factors: Factors,
  context: OpenContext,
  { trust = false, ...typedProof }: InputOf<typeof proveSecondFactor>,
): Promise<AnswerOf<typeof proveSecondFactor>> {
  const { acrossTenants } = context
  const tokenHash = hashToken(context.token ?? '')
  const {
    pending,
    hostOwner,
    count: attemptCount,
  } = await acrossTenants('second factor: count the code', async (db) => {
    const found = await pendingSignInOf(db, factors, context, 'two_factor', tokenHash)
    const attemptCount = await countCode(db, found.pending.userId)
    // The last attempt uses up the token: if its code is wrong, the sign-in begins again with the password.
    const isGone = attemptCount.isLast && !(await takeOneTimeToken(db, 'two_factor', tokenHash))
    if (isGone) fail('sign_in.code_expired')
    return { ...found, count: attemptCount }
  })
  const attempt = attemptOf(context, hostOwner, pending.email)
  if (attemptCount.wait !== null) fail('call.throttled', { retryAfter: attemptCount.wait })
  const proof = await proofOf(factors, context, pending, typedProof)
  if (!proof) return refuse(attempt, 'sign_in.code_wrong')
  return enter(attempt, 'second factor: begin the session', async (db) => {
    if (!attemptCount.isLast && !(await takeOneTimeToken(db, 'two_factor', tokenHash))) fail('sign_in.code_expired')
    await requirePassword(db, pending)
    if (!(await proof.use(db))) fail('sign_in.code_wrong')
    await refundCodes(db, pending.userId)
    if (pending.change) {
      const { as, ...client } = pending.counted
      if (as !== null) await refundAttempts(db, { ...client, email: pending.email }, as)
      return beginChange(db, pending.userId, pending.change, context.caller.language)
    }
    const trusts = trust && pending.mayTrust
    const answer = await finishSignIn(db, factors.hosts, attempt, { ...pending, secondFactor: true, trusts })
    if (proof.isRecovery) await note(db, attempt, pending, 'sign_in.recovery_code_used')
    return answer
  })
}

/** Fails when the password has changed since the first step, because a session must not outlive its password. */
async function requirePassword(db: Database, { userId, passwordMark }: PendingSignIn): Promise<void> {
  const person = await store.lockPerson(db, userId)
  const isSame = person?.auth_type === 'password' && person.password_hash !== null
  if (!isSame || passwordMarkOf(person.password_hash ?? '') !== passwordMark) fail('sign_in.code_expired')
}

/** A proof that was checked without the database. `use` accepts it once, in the transaction of the session. */
type Proof = { isRecovery: boolean; use: (db: Database) => Promise<boolean> }

async function proofOf(
  { hosts, secrets }: Factors,
  { acrossTenants, clock }: OpenContext,
  { userId, host }: PendingSignIn,
  { code, recovery, passkey }: Omit<InputOf<typeof proveSecondFactor>, 'trust'>,
): Promise<Proof | null> {
  if (passkey) {
    const known = await acrossTenants('second factor: find the passkey', (db) =>
      store.findPasskey(db, passkey.id, host),
    )
    const proven = known?.user_id === userId ? await verifyAssertion(hosts, known, passkey) : null
    if (!known || !proven) return null
    const take = (db: Database) => takeChallenge(db, 'passkey_second_factor', proven.challenge, { host, userId })
    return { isRecovery: false, use: async (db) => (await take(db)) && store.usePasskey(db, known.id, proven.counter) }
  }
  const factor = await acrossTenants('second factor: find the secret', (db) => store.findFactor(db, userId))
  if (!factor) return null
  if (recovery !== undefined) {
    const hash = await hashRecoveryCode(recovery, factor.recovery_salt, userId)
    return { isRecovery: true, use: (db) => store.useRecoveryCode(db, userId, hash) }
  }
  const step = stepOfCode(secrets.unseal(factor.secret_sealed, totpPurpose), code ?? '', clock.now())
  return step === null ? null : { isRecovery: false, use: (db) => store.useStep(db, userId, step) }
}

/** Makes a challenge for the passkeys of the person of a pending sign-in. */
export function challengeForFactor(factors: Factors, context: OpenContext) {
  return context.acrossTenants('second factor: challenge', async (db) => {
    const { pending } = await pendingSignInOf(db, factors, context, 'two_factor', hashToken(context.token ?? ''))
    const known = await store.passkeysAt(db, pending.userId, pending.host)
    return requestOptionsFor(db, 'passkey_second_factor', pending, known)
  })
}

/**
 * Sets up the authenticator app of a person whose business unit requires one: the first call answers the secret, the second call checks its
 * first code.
 */
export async function setUpDuringSignIn(
  factors: Factors,
  context: OpenContext,
  { token, code }: InputOf<typeof setUpAtSignIn>,
): Promise<AnswerOf<typeof setUpAtSignIn>> {
  const { secrets, hosts } = factors
  const purpose = 'two_factor_setup'
  const tokenHash = hashToken(token)
  const { pending, hostOwner, secret } = await context.acrossTenants('two-factor set-up: the secret', async (db) => {
    const found = await pendingSignInOf(db, factors, context, purpose, tokenHash)
    if (found.pending.secret)
      return { ...found, secret: secrets.unseal(Buffer.from(found.pending.secret, 'base64'), totpPurpose) }
    const secret = newTotpSecret()
    const sealed = secrets.seal(secret, totpPurpose).toString('base64')
    await changeOneTimeToken(db, purpose, tokenHash, { ...found.pending, secret: sealed })
    return { ...found, secret }
  })
  if (code === undefined) {
    const otpauth = otpauthUrl(secret, { issuer: hostOwner.name, account: pending.email })
    return { status: 'setup', secret, otpauth, recovery: [] }
  }
  const attempt = attemptOf(context, hostOwner, pending.email)
  const step = stepOfCode(secret, code, context.clock.now())
  if (step === null) return refuse(attempt, 'sign_in.code_wrong')
  const recovery = await makeRecoveryCodes(pending.userId)
  return enter(attempt, 'two-factor set-up: begin the session', async (db) => {
    if (!(await takeOneTimeToken(db, purpose, tokenHash))) fail('sign_in.code_expired')
    await requirePassword(db, pending)
    const factor = { userId: pending.userId, secretSealed: secrets.seal(secret, totpPurpose), step, recovery }
    // A parallel sign-in may have set up an app meanwhile: the person must then use a code of that app.
    if (!(await store.keepFactor(db, factor, { replaces: false }))) fail('sign_in.code_expired')
    const answer = await finishSignIn(db, hosts, attempt, { ...pending, secondFactor: true })
    await note(db, attempt, pending, 'profile.two_factor_enabled')
    return { ...answer, recovery: recovery.codes }
  })
}

/** Makes a challenge for a sign-in without password. It needs no session, and the answer names no person. */
export function challengeForSignIn({ hosts }: Factors, { caller, acrossTenants }: OpenContext) {
  return acrossTenants('passkey: challenge', async (db) => {
    if (!(await hosts.ownerOf(db, caller.host))) fail('host.unknown')
    return requestOptionsFor(db, 'passkey_sign_in', { host: caller.host, userId: null }, [])
  })
}

export async function signInByPasskey(
  { hosts }: Factors,
  context: OpenContext,
  { passkey }: InputOf<typeof signInWithPasskey>,
): Promise<AnswerOf<typeof signInWithPasskey>> {
  const { caller } = context
  const {
    hostOwner,
    known: storedPasskey,
    person,
  } = await context.acrossTenants('passkey: find it', async (db) => {
    const hostOwner = await hosts.ownerOf(db, caller.host)
    if (!hostOwner) fail('host.unknown')
    const known = await store.findPasskey(db, passkey.id, caller.host)
    return { hostOwner, known, person: known && (await findPerson(db, known.email)) }
  })
  const attempt = attemptOf(context, hostOwner, storedPasskey?.email ?? '')
  const proven = storedPasskey && (await verifyAssertion(hosts, storedPasskey, passkey))
  if (!storedPasskey || !person || !proven) return refuse(attempt, 'sign_in.passkey_refused')
  const wrongHost = refusalAt(hostOwner, person)
  if (wrongHost) return refuse(attempt, wrongHost)
  return enter(attempt, 'passkey: begin the session', async (db) => {
    const scope = { host: caller.host, userId: null }
    if (!(await takeChallenge(db, 'passkey_sign_in', proven.challenge, scope))) fail('sign_in.passkey_refused')
    if (!(await store.usePasskey(db, storedPasskey.id, proven.counter))) fail('sign_in.passkey_refused')
    // A passkey with user verification is two factors: what the person has, and what they know or are.
    return finishSignIn(db, hosts, attempt, {
      userId: storedPasskey.user_id,
      email: storedPasskey.email,
      counted: { address: caller.address, deviceId: null, as: null },
      secondFactor: true,
    })
  })
}

async function note(
  db: Database,
  { context, hostOwner }: Attempt,
  pending: PendingSignIn,
  event: string,
): Promise<void> {
  const person = await store.lockPerson(db, pending.userId)
  const auditActor = { actorId: pending.userId, actorEmail: pending.email, actorName: person?.name ?? null }
  const origin = { tenantId: hostOwner.tenantId, partnerId: hostOwner.partnerId, address: context.caller.address }
  await writeAudit(db, { ...auditActor, ...origin }, event, {
    target: { type: 'user', id: pending.userId, name: person?.name ?? null },
  })
}
