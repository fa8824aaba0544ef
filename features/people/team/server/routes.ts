import { languageOf } from '#catalogue/languages.ts'
import { writeTwoFactorMail } from '#features/identity/mfa/server/commands.ts'
import { fail } from '#platform/contract/failure.ts'
import { typedName } from '#platform/contract/typed-name.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { exported } from '#platform/server/export/export.ts'
import { differs, definedFields } from '#platform/server/defined-fields.ts'
import { type Route, type WriteContext, handle, outside, rows } from '#platform/server/http/route.ts'
import { plainRules } from '#platform/contract/password-rules.ts'
import { hashNewPassword } from '#platform/server/new-password.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { type Actor, may, partnerFor } from '#platform/server/session/actor.ts'
import {
  addTeamMember,
  changeTeamState,
  exportTeam,
  listTeam,
  readTeamMember,
  removeTeamMember,
  resetTeamTwoFactor,
  updateTeamMember,
} from '../contract.ts'
import * as store from './store.ts'

const status = true as const

const list = rows(listTeam, store.pageQuery, (found, { actor }, options) =>
  pageOf(found, options, ({ total: _, ...member }) => ({ ...member, can: abilitiesOver(actor, member) })),
)

const memberRoute = rows(
  readTeamMember,
  ({ id }) => store.findQuery(id),
  ([member], { actor }) => (member ? { ...member, can: abilitiesOver(actor, member) } : fail('call.not_found')),
)

const file = exported(exportTeam, {
  target: 'user',
  query: store.pageQuery,
  columns: ({ word, yesNo }) => [
    { key: 'name', title: word('field.name'), value: ({ name }) => name },
    { key: 'name', title: word('field.email'), value: ({ email }) => email },
    { key: 'name', title: word('field.state'), value: ({ state }) => word(`state.${state}`) },
    {
      key: 'name',
      title: word('field.billing_administrator'),
      value: ({ billing_administrator }) => yesNo(billing_administrator),
    },
    { key: 'name', title: word('field.support_agent'), value: ({ support_agent }) => yesNo(support_agent) },
    { key: 'partner', title: word('field.parceiro_id'), value: ({ partner }) => partner },
    { key: 'created_at', title: word('createdAt'), value: ({ created_at }) => created_at },
  ],
})

// Hashes a password after the checks, because hashing is expensive. It holds no database connection meanwhile.
const add = outside(addTeamMember, async ({ actor, transaction }, { password, parceiro_id, ...identity }) => {
  const partner_id = partnerFor(actor, parceiro_id)
  if (!(await transaction(({ db }) => store.isThere(db, partner_id)))) fail('call.not_found')
  const password_hash = await hashNewPassword({
    password,
    own: [identity.email, identity.name],
    rules: plainRules,
    caller: actor.userId,
  })
  const id = await transaction(async ({ db, audit }) => {
    const made = await store.add(db, { ...identity, partner_id, password_hash })
    const after = { ...identity, partner_id, password: 'set' }
    await audit({ target: { type: 'user', id: made, name: identity.name }, after, partnerId: partner_id })
    return made
  })
  return { status, id }
})

const update = outside(updateTeamMember, async ({ actor, transaction }, { id, version, password, ...sent }) => {
  const { billing_administrator: seesBilling, support_agent: handlesTickets, ...change } = sent
  const hash =
    password === undefined
      ? null
      : await hashNewPassword({
          password,
          own: [(await transaction((context) => findForPassword(context, id, version))).name, change.name, actor.host],
          rules: plainRules,
          caller: actor.userId,
        })
  await transaction(async (context) => {
    const { db, audit } = context
    const found = hash === null ? await findOther(context, id, version) : await findForPassword(context, id, version)
    const { partnerId, name, language, billing_administrator, support_agent } = found
    const before = { name, language, billing_administrator, support_agent }
    if (hash === null && !differs(before, sent)) return context.unchanged(undefined)
    const isGranted = seesBilling !== undefined && seesBilling !== billing_administrator
    if (isGranted && !may(actor, 'team.grant_billing')) fail('access.functionality_refused')
    if (!(await store.update(db, { id, version }, change))) fail('call.stale_version')
    if (isGranted) await store.setBillingAdministrator(db, id, seesBilling)
    if (handlesTickets !== undefined && handlesTickets !== support_agent)
      await store.setSupportAgent(db, id, handlesTickets)
    if (hash !== null) await giveNewPassword(context, id, hash)
    const after = { ...before, ...definedFields(sent), ...(hash !== null && { password: 'set' }) }
    await audit({ target: { type: 'user', id, name }, before, after, partnerId })
  })
  return { status }
})

/** Sets a new password and ends all sessions of the master. */
async function giveNewPassword(context: WriteContext, id: string, hash: string): Promise<void> {
  await store.setPassword(context.db, id, hash)
  await endSessions(context, id, 'identity_changed')
}

const changeState = handle(changeTeamState, async (context, { id, status: state }) => {
  const { db, audit } = context
  const before = await findOther(context, id)
  if (before.state === state) return context.unchanged({ status })
  await store.setState(db, id, state)
  if (state !== 'A') await endSessions(context, id, 'user_changed')
  const target = { type: 'user', id, name: before.name }
  await audit({ target, before: { state: before.state }, after: { state }, partnerId: before.partnerId })
  return { status }
})

const remove = handle(removeTeamMember, async (context, { id, name }) => {
  const { partnerId, version: _, ...before } = await findOther(context, id)
  if (name !== typedName(before.name)) fail('tenant.name_mistyped', { fields: { name: 'tenant.name_mistyped' } })
  await endSessions(context, id, 'user_removed')
  await store.remove(context.db, id)
  await context.audit({ target: { type: 'user', id, name: before.name }, before, partnerId })
  return { status }
})

/** Removes the second factor of a master who lost the telephone: they sign in with the password and set up a new one. */
const resetTwoFactor = handle(resetTeamTwoFactor, async (context, { id }) => {
  const { name, email, language, partnerId } = await findOther(context, id)
  if (!(await store.resetTwoFactor(context.db, id))) fail('two_factor.off')
  await endSessions(context, id, 'two_factor_reset')
  await writeTwoFactorMail(context, { email, language: languageOf(language) }, 'reset')
  await context.audit({ target: { type: 'user', id, name }, partnerId })
  return { status }
})

export const routes: Route[] = [list, memberRoute, file, add, update, changeState, resetTwoFactor, remove]

type MemberFacts = { id: string; two_factor: boolean; billing_administrator: boolean }

/** The verbs of `can` for a master. Masters cannot change themselves in this list. */
const abilitiesOver = (actor: Actor, { id, two_factor, billing_administrator }: MemberFacts) =>
  id === actor.userId
    ? []
    : abilities(actor, {
        update: 'team.update',
        change_state: 'team.update',
        ...((!billing_administrator || may(actor, 'team.grant_billing')) && { set_password: 'team.update' }),
        grant_billing: 'team.grant_billing',
        ...(two_factor && { reset_two_factor: 'team.reset_two_factor' }),
        remove: 'team.remove',
      })

async function findOther({ db, actor }: WriteContext, id: string, version?: number) {
  const { partner_id: partnerId, ...found } = (await store.findForChange(db, id)) ?? fail('call.not_found')
  if (id === actor.userId) fail('user.not_yourself')
  if (version !== undefined) mustBeCurrent(version, found.version)
  return { ...found, partnerId: partnerId ?? fail('call.not_found') }
}

/**
 * Finds a master who gets a new password. A password gives access to the account: a person who does not see the billing must not set that
 * of a master who does (Z5).
 */
async function findForPassword(context: WriteContext, id: string, version: number) {
  const found = await findOther(context, id, version)
  if (found.billing_administrator && !may(context.actor, 'team.grant_billing')) fail('access.functionality_refused')
  return found
}

async function endSessions({ db, announce }: WriteContext, userId: string, reason: string): Promise<void> {
  for (const { session_id: sessionId, tenant_id: tenantId } of await store.endSessions(db, userId, reason)) {
    await announce({ kind: 'session_ended', tenantId, userId, sessionId, reason })
  }
}
