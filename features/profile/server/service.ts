// Changes of a person's own account. No database connection is held while a password is checked or hashed.
import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { whoOf, writeAudit } from '#platform/server/audit.ts'
import type { OutsideContext, WriteContext } from '#platform/server/http/route.ts'
import { hashNewPassword } from '#platform/server/new-password.ts'
import { checkPassword } from '#platform/server/passwords.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import { countAttempt, refundAttempts } from '#features/sign-in/attempts/server/service.ts'
import type { changePassword, updateProfile } from '../contract.ts'
import * as store from './store.ts'

export async function update(
  { db, actor, audit }: WriteContext,
  { version, name, language, phone }: InputOf<typeof updateProfile>,
): Promise<void> {
  const {
    member,
    email: _,
    auth_type: __,
    department: ___,
    ...before
  } = (await store.findOwn(db)) ?? fail('call.not_found')
  if (before.version !== version) fail('call.stale_version')
  // The phone number is a field of the membership; a person without membership has none.
  if (phone !== undefined && !member) fail('call.invalid', { fields: { phone: 'invalid' } })
  if (member && !(await store.updateMembership(db, version, { phone }))) fail('call.stale_version')
  // Without a membership, the version of the user row is compared.
  if (!(await store.updatePerson(db, { name, language }, member ? null : version))) fail('call.stale_version')
  const sent = Object.entries({ name, language, phone }).filter(([, value]) => value !== undefined)
  await audit({
    target: { type: 'user', id: actor.userId, name: before.name },
    before,
    after: { ...before, ...Object.fromEntries(sent) },
  })
}

/** Attempts at the current password count with those of the sign-in, per account and per address (A1). */
export async function changeOwnPassword(
  context: OutsideContext,
  acrossTenants: Gate['acrossTenants'],
  { current_password, password }: InputOf<typeof changePassword>,
): Promise<AnswerOf<typeof changePassword>> {
  const { actor, caller, transaction } = context
  const { auth_type, password_hash } = await transaction(({ db }) => store.passwordOf(db))
  if (auth_type !== 'password') fail('sign_in.password_not_changeable')
  const attempt = { address: caller.address, email: actor.email, deviceId: null }
  const { wait, as } = await acrossTenants('own password: count the attempt', (db) => countAttempt(db, attempt))
  // After the commit, so that a rejected attempt stays counted.
  if (wait !== null) fail('call.throttled', { retryAfter: wait.seconds })
  if (!(await checkPassword(password_hash, current_password))) return refuse(context)
  const fresh = await hashNewPassword({ password, own: [actor.email, actor.name, actor.host], caller: actor.userId })
  await transaction(async (inside) => {
    if (!(await store.replacePassword(inside.db, password_hash, fresh))) return wrong()
    await endSessions(inside, null, 'password_changed')
    await inside.audit({ target: { type: 'user', id: actor.userId, name: actor.name }, after: { password: 'set' } })
  })
  await acrossTenants('own password: refund the attempt', (db) => refundAttempts(db, attempt, as))
  return { status: true }
}

/** Writes the audit entry, then fails: attempts at the password from an open session must appear in the audit trail. */
async function refuse({ actor, caller, transaction }: OutsideContext): Promise<never> {
  const target = { type: 'user', id: actor.userId, name: actor.name }
  await transaction(({ db }) => writeAudit(db, whoOf(actor, caller), 'profile.password_refused', { target }))
  return wrong()
}

const wrong = (): never => fail('profile.password_wrong', { fields: { current_password: 'profile.password_wrong' } })

/** Ends one session, or all except the present one, and notifies their browsers. Returns the number of ended sessions. */
export async function endSessions(
  { db, actor, announce }: WriteContext,
  one: string | null,
  reason: string,
): Promise<number> {
  const ended = await store.endSessions(db, one, actor.sessionId, reason)
  for (const { session_id: sessionId, tenant_id: tenantId } of ended) {
    await announce({ kind: 'session_ended', tenantId, userId: actor.userId, sessionId, reason })
  }
  return ended.length
}
