// The second factor and the passkeys of the signed-in person. Every change asks for the password again, because a stolen session must not
// suffice (ASVS 7.5.1).
import { secondFactor } from '#catalogue/limits.ts'
import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { hold } from '#platform/server/database/hold.ts'
import type { OutsideContext, WriteContext } from '#platform/server/http/route.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import { addOneTimeToken, findOneTimeToken, takeOneTimeToken } from '#platform/server/session/one-time-token.ts'
import { hashToken } from '#platform/server/session/token.ts'
import { proveOwnPassword } from '#features/identity/passwords/server/commands.ts'
import type { addPasskey, confirmTwoFactor, renewRecoveryCodes, startPasskey, startTwoFactor } from '../contract.ts'
import { writeTwoFactorMail } from './mails.ts'
import { creationOptionsFor, takeChallenge, verifyRegistration } from './passkeys.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { type Factors, totpPurpose } from './service.ts'
import * as store from './store.ts'
import { newTotpSecret, otpauthUrl, stepOfCode } from './totp.ts'

export type OwnFactors = Factors & { acrossTenants: Gate['acrossTenants'] }

const setupPurpose = 'two_factor_secret'

const prove = ({ acrossTenants }: OwnFactors, context: OutsideContext, password: string) =>
  proveOwnPassword(context, acrossTenants, password, 'two_factor.of_provider')

const targetOf = ({ actor }: WriteContext) => ({ target: { type: 'user', id: actor.userId, name: actor.name } })

/** Returns the name of the host's owner (business unit, partner or platform), which authenticator apps and passkeys display. */
async function issuerNameOf({ hosts, acrossTenants }: OwnFactors, { actor }: OutsideContext): Promise<string> {
  const hostOwner = await acrossTenants('own second factor: the owner of the host', (db) =>
    hosts.ownerOf(db, actor.host),
  )
  return hostOwner?.name ?? actor.host
}

/**
 * Begins the set-up of an authenticator app. The answered token contains the sealed secret, which replaces the present app only after its
 * first code.
 */
export async function startFactor(
  own: OwnFactors,
  context: OutsideContext,
  { current_password }: InputOf<typeof startTwoFactor>,
): Promise<AnswerOf<typeof startTwoFactor>> {
  await prove(own, context, current_password)
  const { userId, email: account } = context.actor
  const secret = newTotpSecret()
  const payload = { secret: own.secrets.seal(secret, totpPurpose).toString('base64') }
  const token = await own.acrossTenants('own second factor: begin', (db) =>
    addOneTimeToken(db, { purpose: setupPurpose, userId, payload, seconds: secondFactor.setupMinutes * 60 }),
  )
  return { token, secret, otpauth: otpauthUrl(secret, { issuer: await issuerNameOf(own, context), account }) }
}

export async function confirmFactor(
  own: OwnFactors,
  context: OutsideContext,
  { token, code }: InputOf<typeof confirmTwoFactor>,
): Promise<AnswerOf<typeof confirmTwoFactor>> {
  const { actor, clock, transaction } = context
  const tokenHash = hashToken(token)
  const found = await own.acrossTenants('own second factor: find the secret', (db) =>
    findOneTimeToken(db, setupPurpose, tokenHash),
  )
  if (found?.userId !== actor.userId) fail('two_factor.expired')
  const { secret: sealed } = found.payload as { secret: string }
  const secret = own.secrets.unseal(Buffer.from(sealed, 'base64'), totpPurpose)
  const step = stepOfCode(secret, code, clock.now())
  if (step === null) fail('two_factor.code_wrong', { fields: { code: 'two_factor.code_wrong' } })
  const recovery = await makeRecoveryCodes(actor.userId)
  const taken = await own.acrossTenants('own second factor: use the token', (db) =>
    takeOneTimeToken(db, setupPurpose, tokenHash),
  )
  if (!taken) fail('two_factor.expired')
  await transaction(async (inside) => {
    const factor = { userId: actor.userId, secretSealed: own.secrets.seal(secret, totpPurpose), step, recovery }
    await store.keepFactor(inside.db, factor, { replaces: true })
    await inside.audit(targetOf(inside))
    await writeTwoFactorMail(inside, { email: actor.email, language: actor.language }, 'enabled')
  })
  return { recovery: recovery.codes }
}

export async function renewCodes(
  own: OwnFactors,
  context: OutsideContext,
  { current_password }: InputOf<typeof renewRecoveryCodes>,
): Promise<AnswerOf<typeof renewRecoveryCodes>> {
  await prove(own, context, current_password)
  const { userId } = context.actor
  const recovery = await makeRecoveryCodes(userId)
  await context.transaction(async (inside) => {
    if (!(await store.replaceRecoveryCodes(inside.db, userId, recovery))) fail('two_factor.off')
    await inside.audit(targetOf(inside))
  })
  return { recovery: recovery.codes }
}

export async function endTrust(own: OwnFactors, context: OutsideContext, password: string): Promise<void> {
  await prove(own, context, password)
  await context.transaction(async (inside) => {
    await store.forgetBrowsers(inside.db)
    await inside.audit(targetOf(inside))
  })
}

export async function endFactor(own: OwnFactors, context: OutsideContext, password: string): Promise<void> {
  await prove(own, context, password)
  const { userId, tenantId, email, language } = context.actor
  await context.transaction(async (inside) => {
    if (await store.isRequired(inside.db, tenantId)) fail('two_factor.required')
    if (!(await store.removeFactor(inside.db, userId))) fail('two_factor.off')
    await inside.audit(targetOf(inside))
    await writeTwoFactorMail(inside, { email, language }, 'disabled')
  })
}

export async function beginPasskey(
  own: OwnFactors,
  context: OutsideContext,
  password: string,
): Promise<AnswerOf<typeof startPasskey>> {
  await prove(own, context, password)
  const { userId, email, name, host } = context.actor
  const issuerName = await issuerNameOf(own, context)
  return own.acrossTenants('own passkey: challenge', async (db) => {
    if ((await store.countPasskeys(db, userId)) >= secondFactor.passkeys) fail('passkey.limit_reached')
    return creationOptionsFor(db, { userId, email, name, host, issuerName }, await store.passkeysAt(db, userId, host))
  })
}

export async function keepPasskey(
  own: OwnFactors,
  context: OutsideContext,
  { name, passkey }: InputOf<typeof addPasskey>,
): Promise<AnswerOf<typeof addPasskey>> {
  const { userId, host, email, language } = context.actor
  const verified = await verifyRegistration(own.hosts, host, passkey)
  if (!verified) fail('passkey.not_added')
  const { challenge, ...made } = verified
  const isOurs = await own.acrossTenants('own passkey: use the challenge', (db) =>
    takeChallenge(db, 'passkey_new', challenge, { host, userId }),
  )
  if (!isOurs) fail('passkey.not_added')
  const id = await context.transaction(async (inside) => {
    // Several challenges may wait at once. Passkeys of one person are added one after the other, so that each counts those before it.
    await hold(inside.db, `passkeys of ${userId}`)
    if ((await store.countPasskeys(inside.db, userId)) >= secondFactor.passkeys) fail('passkey.limit_reached')
    const added = await store.addPasskey(inside.db, { ...made, user_id: userId, name })
    if (added === undefined) fail('passkey.not_added')
    await inside.audit({ ...targetOf(inside), after: { passkey: name } })
    await writeTwoFactorMail(inside, { email, language }, 'passkey_added')
    return added
  })
  return { status: true, id }
}

export async function dropPasskey(
  own: OwnFactors,
  context: OutsideContext,
  { id, current_password }: { id: string; current_password: string },
): Promise<void> {
  await prove(own, context, current_password)
  await context.transaction(async (inside) => {
    const name = await store.removePasskey(inside.db, context.actor.userId, id)
    if (name === undefined) fail('call.not_found')
    await inside.audit({ ...targetOf(inside), before: { passkey: name }, after: { passkey: null } })
  })
}
