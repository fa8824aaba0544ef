// The check of the signed-in person's password before a change of their credentials.
import { recentSignInMinutes } from '#catalogue/limits.ts'
import type { ErrorCode } from '#catalogue/errors.ts'
import { fail } from '#platform/contract/failure.ts'
import { auditActorOf, writeAudit } from '#platform/server/audit.ts'
import type { OutsideContext } from '#platform/server/http/route.ts'
import { checkPassword } from '#platform/server/passwords.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import { countAttempt, refundAttempts } from '#features/identity/attempts/server/commands.ts'
import * as store from './own-password-store.ts'

/**
 * Checks the typed password and returns the stored hash; fails for a wrong password. Attempts count together with those of the sign-in, per
 * account and per IP address (A1). No database connection is held while the password is checked. `otherwise`: the error for people without
 * a password.
 */
export async function proveOwnPassword(
  context: OutsideContext,
  acrossTenants: Gate['acrossTenants'],
  typedPassword: string,
  otherwise: ErrorCode,
): Promise<string> {
  const { actor, caller, transaction } = context
  const { auth_type, password_hash } = await transaction(({ db }) => store.passwordOf(db))
  if (auth_type !== 'password') fail(otherwise)
  const client = { address: caller.address, email: actor.email }
  const { wait, as } = await acrossTenants('own password: count the attempt', (db) =>
    countAttempt(db, { ...client, deviceToken: null }),
  )
  // After the commit, so that a rejected attempt stays counted.
  if (wait !== null) fail('call.throttled', { retryAfter: wait.seconds })
  if (!(await checkPassword(password_hash, typedPassword)) || password_hash === null) return refuse(context)
  await acrossTenants('own password: refund the attempt', (db) => refundAttempts(db, { ...client, deviceId: null }, as))
  return password_hash
}

/**
 * Proves that the person who acts is the one of the session: by the password, or by a sign-in a short time ago, which is the only way for
 * people without a password.
 */
export async function proveOwner(
  context: OutsideContext,
  acrossTenants: Gate['acrossTenants'],
  typedPassword: string | undefined,
): Promise<void> {
  if (typedPassword !== undefined)
    return void (await proveOwnPassword(context, acrossTenants, typedPassword, tooLongAgo))
  const { sessionId } = context.actor
  const isRecent = await acrossTenants('own password: was the sign-in recent', (db) =>
    store.signedInWithin(db, sessionId, recentSignInMinutes),
  )
  if (!isRecent) fail(tooLongAgo, { fields: { current_password: tooLongAgo } })
}

const tooLongAgo = 'sign_in.too_long_ago'

/** Writes the audit entry, then fails: attempts at the password from an open session must appear in the audit trail. */
async function refuse({ actor, caller, transaction }: OutsideContext): Promise<never> {
  const target = { type: 'user', id: actor.userId, name: actor.name }
  await transaction(({ db }) => writeAudit(db, auditActorOf(actor, caller), 'profile.password_refused', { target }))
  return failWrongPassword()
}

/** Fails with the error of a wrong password, at the field of the current one. */
export const failWrongPassword = (): never =>
  fail('profile.password_wrong', { fields: { current_password: 'profile.password_wrong' } })
