import { valueColumns } from '#features/organisation/custom-fields/server/queries.ts'
import { fail } from '#platform/contract/failure.ts'
import { passwordRulesOf } from '#features/organisation/settings/server/queries.ts'
import {
  type Inviting,
  invitationObstacle,
  invite,
  rulesAsFields,
} from '#features/identity/passwords/server/commands.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { exported } from '#platform/server/export/export.ts'
import {
  type Route,
  type OutsideContext,
  type WriteContext,
  handle,
  outside,
  rows,
} from '#platform/server/http/route.ts'
import { hashNewPassword } from '#platform/server/new-password.ts'
import { may, tenantOf } from '#platform/server/session/actor.ts'
import {
  addUser,
  cancelInvitation,
  changeUserFields,
  changeUserState,
  duplicateUser,
  exportUsers,
  forceLogout,
  listUsers,
  planInvitation,
  readInvitationMail,
  readUser,
  readUserPasswordRules,
  removeUser,
  resetTwoFactor,
  selectUsers,
  selectUserValues,
  sendAccessLink,
  updateUser,
} from '../contract.ts'
import { abilitiesOver, refusalOfChange, togglesAsFields } from './rules.ts'
import * as service from './commands.ts'
import { cancelPlan, endPlan, instantOfPlan, planOne } from './planned-invitations.ts'
import * as store from './store.ts'

const status = true as const

const list = rows(listUsers, store.pageQuery, (found, { actor }, options) =>
  pageOf(found, options, (person) => ({ ...person, can: abilitiesOver(actor, person) })),
)

const file = exported(exportUsers, {
  target: 'user',
  query: store.exportQuery,
  columns: async ({ word }, db) => [
    { key: 'name', title: word('field.nome_usuario'), value: ({ name }) => name },
    { key: 'name', title: word('field.email'), value: ({ email }) => email },
    { key: 'profile', title: word('field.perfil_usuario'), value: ({ profile }) => word(`profile.${profile}`) },
    { key: 'department', title: word('field.department'), value: ({ department }) => department },
    { key: 'groups', title: word('field.group_ids'), value: ({ groups }) => groups.map(({ name }) => name).join(', ') },
    { key: 'state', title: word('field.state'), value: ({ shown_state }) => word(`state.${shown_state}`) },
    { key: 'last_sign_in_at', title: word('lastSignIn'), value: ({ last_sign_in_at: lastSignInAt }) => lastSignInAt },
    ...(await valueColumns(db, word('ofPartner'))),
  ],
})

const select = rows(
  selectUsers,
  ({ search }) => store.selectQuery(search),
  (found) => found,
)

const selectValues = rows(selectUserValues, store.valuesQuery, (found) => found)

const userRoute = rows(
  readUser,
  ({ id }) => store.findQuery(id),
  ([person], { actor }) => {
    if (!person) return fail('call.not_found')
    const { toggles, ...fields } = person
    return { ...fields, ...togglesAsFields(toggles), password: null, can: abilitiesOver(actor, person) }
  },
)

type PersonNames = { name?: string | undefined; email?: string | undefined }

/** Hashes the new password after `check` has accepted the change, because hashing is expensive, and while no connection is held. */
async function hashOf(
  { actor, transaction }: OutsideContext,
  password: string | undefined,
  /** Id of the person; null for a new one. */
  id: string | null,
  check: (context: WriteContext) => Promise<PersonNames>,
): Promise<string | null> {
  if (password === undefined) return null
  const { email, name, rules } = await transaction(async (context) => ({
    ...(await check(context)),
    rules: await passwordRulesOf(context.db, id),
  }))
  return hashNewPassword({ password, own: [email, name, actor.host], rules, caller: tenantOf(actor) })
}

type Access = { invited: boolean; link: string | null }

/** Invites a new person who has no password. */
async function inviteNew(context: WriteContext, inviting: Inviting, id: string, hash: string | null): Promise<Access> {
  if (hash !== null) return { invited: false, link: null }
  const person = (await store.findForUpdate(context.db, id)) ?? fail('call.not_found')
  const { invited, link } = await invite(context, inviting, person, { onlyIfWanted: true })
  // The link sets a password, so only who may set one sees it.
  return { invited, link: may(context.actor, 'user.change_rights') ? link : null }
}

const add = (inviting: Inviting) =>
  outside(addUser, async (outer, { password, invite_at: local, ...fields }) => {
    // Only a person without a password needs the link.
    if (local && password !== undefined) fail('call.invalid', { fields: { invite_at: 'invalid' } })
    const password_hash = await hashOf(outer, password, null, async (context) => {
      await service.checkNew(context, fields)
      return fields
    })
    return outer.transaction(async (context) => {
      if (local) {
        const invite_at = await instantOfPlan(context, local)
        const planned = await service.addUser(context, { ...fields, password_hash }, { invite_at })
        return { status, id: planned, invited: false, link: null }
      }
      const id = await service.addUser(context, { ...fields, password_hash })
      return { status, id, ...(await inviteNew(context, inviting, id, password_hash)) }
    })
  })

const duplicate = (inviting: Inviting) =>
  outside(duplicateUser, async (outer, { id, password, ...identity }) => {
    const password_hash = await hashOf(outer, password, null, async (context) => {
      await service.copied(context, id)
      await service.phoneOf(context, identity.phone)
      return identity
    })
    return outer.transaction(async (context) => {
      const copy = await service.copyUser(context, id, { ...identity, password_hash })
      return { status, id: copy, ...(await inviteNew(context, inviting, copy, password_hash)) }
    })
  })

const sendLink = (inviting: Inviting) =>
  handle(sendAccessLink, async (context, { id }) => {
    const { db, actor, audit } = context
    const person = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
    // The link sets a password, so the same rule decides as for a new password.
    const refusal = refusalOfChange(actor, person, { password: 'another' })
    if (refusal) fail(refusal)
    const { mail, ...access } = await invite(context, inviting, person, { onlyIfWanted: false })
    await endPlan(db, id)
    await audit({ target: { type: 'user', id, name: person.name }, after: { mail } })
    return { status, ...access }
  })

const planInvite = handle(planInvitation, async (context, { id, invite_at: local }) => {
  await planOne(context, id, local)
  return { status }
})

const cancelInvite = handle(cancelInvitation, async (context, { id }) => {
  await cancelPlan(context, id)
  return { status }
})

const update = outside(updateUser, async (outer, { id, version, ...change }) => {
  const hash = await hashOf(outer, change.password, id, async (context) => {
    const { before } = await service.checkChange(context, { id, version }, change)
    return { ...before, ...change }
  })
  await outer.transaction((context) => service.changeUser(context, { id, version }, change, hash ?? undefined))
  return { status }
})

const changeFields = handle(changeUserFields, async (context, { id, ...change }) => {
  await service.changeFields(context, id, change)
  return { status }
})

const changeState = handle(changeUserState, async (context, { id, status: state }) => {
  await service.changeState(context, id, state)
  return { status }
})

const resetFactor = handle(resetTwoFactor, async (context, { id }) => {
  await service.resetTwoFactor(context, id)
  return { status }
})

const passwordRules = handle(readUserPasswordRules, async ({ db }, { id }) => {
  if (id !== undefined && !(await store.isMember(db, id))) fail('call.not_found')
  return rulesAsFields(db, id ?? null)
})

const logOut = handle(forceLogout, async (context, { id }) => {
  await service.logOutUser(context, id)
  return { status }
})

const remove = handle(removeUser, async (context, { id }) => {
  await service.removeUser(context, id)
  return { status }
})

export const routes = ({ hosts, mailing, showsMails }: Inviting): Route[] => {
  const inviting = { hosts, mailing, showsMails }
  return [
    list,
    file,
    select,
    selectValues,
    userRoute,
    add(inviting),
    duplicate(inviting),
    sendLink(inviting),
    outside(readInvitationMail, ({ actor, transaction }) =>
      transaction(async ({ db }) => ({ obstacle: await invitationObstacle(db, inviting, tenantOf(actor)) })),
    ),
    planInvite,
    cancelInvite,
    resetFactor,
    passwordRules,
    update,
    changeFields,
    changeState,
    logOut,
    remove,
  ]
}
