// Changes of a person's own account. No database connection is held while a password is checked or hashed.
import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { differs, definedFields } from '#platform/server/defined-fields.ts'
import type { OutsideContext, WriteContext } from '#platform/server/http/route.ts'
import { hashNewPassword } from '#platform/server/new-password.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import { passwordRulesOf, storedPhone } from '#features/organisation/settings/server/queries.ts'
import { failWrongPassword, proveOwnPassword } from '#features/identity/passwords/server/commands.ts'
import type { changePassword, updateProfile } from '../contract.ts'
import * as store from './store.ts'

export async function update(
  { db, actor, audit, unchanged }: WriteContext,
  { version, name, language, phone: typed }: InputOf<typeof updateProfile>,
): Promise<void> {
  const {
    member,
    email: _,
    auth_type: __,
    department: ___,
    ...before
  } = (await store.findOwn(db)) ?? fail('call.not_found')
  mustBeCurrent(version, before.version)
  // The phone number is a field of the membership; a person without membership has none.
  if (typed !== undefined && !member) fail('call.invalid', { fields: { phone: 'invalid' } })
  const phone = typed === undefined ? undefined : await storedPhone(db, tenantOf(actor), typed, before.phone)
  const sent = definedFields({ name, language, phone })
  if (!differs(before, sent)) return unchanged(undefined)
  if (member && !(await store.updateMembership(db, version, { phone }))) fail('call.stale_version')
  // Without a membership, the version of the user row is compared.
  if (!(await store.updatePerson(db, { name, language }, member ? null : version))) fail('call.stale_version')
  await audit({
    target: { type: 'user', id: actor.userId, name: before.name },
    before,
    after: { ...before, ...sent },
  })
}

export async function changeOwnPassword(
  context: OutsideContext,
  acrossTenants: Gate['acrossTenants'],
  { current_password, password }: InputOf<typeof changePassword>,
): Promise<AnswerOf<typeof changePassword>> {
  const { actor, transaction } = context
  const proven = await proveOwnPassword(context, acrossTenants, current_password, 'sign_in.password_not_changeable')
  const rules = await transaction(({ db }) => passwordRulesOf(db, actor.userId))
  const own = [actor.email, actor.name, actor.host]
  const fresh = await hashNewPassword({ password, own, rules, caller: actor.userId })
  await transaction(async (inside) => {
    if (!(await store.replacePassword(inside.db, proven, fresh))) return failWrongPassword()
    await endSessions(inside, null, 'password_changed')
    await inside.audit({ target: { type: 'user', id: actor.userId, name: actor.name }, after: { password: 'set' } })
  })
  return { status: true }
}

/** Ends one session of the person, or all except the present one, and notifies their browsers. Returns the number of ended sessions. */
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
