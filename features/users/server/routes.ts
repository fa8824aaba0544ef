import { valueColumns } from '#features/custom-fields/server/reads.ts'
import { fail } from '#platform/contract/failure.ts'
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
import { tenantOf } from '#platform/server/session/actor.ts'
import {
  addUser,
  changeUserState,
  duplicateUser,
  exportUsers,
  forceLogout,
  listUsers,
  readUser,
  removeUser,
  selectUsers,
  updateUser,
} from '../contract.ts'
import { abilitiesOver } from './rules.ts'
import * as service from './service.ts'
import * as store from './store.ts'

const status = true as const

const list = rows(listUsers, store.pageQuery, (found, { actor }, options) =>
  pageOf(found, options, (person) => ({ ...person, can: abilitiesOver(actor, person) })),
)

const file = exported(exportUsers, {
  target: 'user',
  query: store.pageQuery,
  columns: async ({ word }, db) => [
    { key: 'name', title: word('field.nome_usuario'), value: ({ name }) => name },
    { key: 'name', title: word('field.email'), value: ({ email }) => email },
    { key: 'profile', title: word('field.perfil_usuario'), value: ({ profile }) => word(`profile.${profile}`) },
    { key: 'department', title: word('field.department'), value: ({ department }) => department },
    { key: 'groups', title: word('field.group_ids'), value: ({ groups }) => groups.map(({ name }) => name).join(', ') },
    { key: 'state', title: word('field.state'), value: ({ state }) => word(`state.${state}`) },
    { key: 'last_sign_in_at', title: word('lastSignIn'), value: ({ last_sign_in_at: at }) => at },
    ...(await valueColumns(db, word('ofPartner'))),
  ],
})

const select = rows(
  selectUsers,
  ({ search }) => store.selectQuery(search),
  (found) => found,
)

const read = rows(
  readUser,
  ({ id }) => store.findQuery(id),
  ([person], { actor }) =>
    person ? { ...person, password: null, can: abilitiesOver(actor, person) } : fail('call.not_found'),
)

type Named = { name?: string | undefined; email?: string | undefined }

/** Hashes after `check` has accepted the change, because hashing is expensive, and while no connection is held. */
async function hashOf(
  { actor, transaction }: OutsideContext,
  password: string | undefined,
  check: (context: WriteContext) => Promise<Named>,
): Promise<string | null> {
  if (password === undefined) return null
  const { email, name } = await transaction(check)
  return hashNewPassword({ password, own: [email, name, actor.host], caller: tenantOf(actor) })
}

const add = outside(addUser, async (outer, { password, ...fields }) => {
  const password_hash = await hashOf(outer, password, async (context) => {
    await service.checkNew(context, fields)
    return fields
  })
  const { transaction } = outer
  return { status, id: await transaction((context) => service.addUser(context, { ...fields, password_hash })) }
})

const duplicate = outside(duplicateUser, async (outer, { id, password, ...identity }) => {
  const password_hash = await hashOf(outer, password, async (context) => {
    await service.copied(context, id)
    return identity
  })
  const { transaction } = outer
  return { status, id: await transaction((context) => service.copyUser(context, id, { ...identity, password_hash })) }
})

const update = outside(updateUser, async (outer, { id, version, ...change }) => {
  const hash = await hashOf(outer, change.password, async (context) => {
    const { before } = await service.checkChange(context, { id, version }, change)
    return { ...before, ...change }
  })
  await outer.transaction((context) => service.changeUser(context, { id, version }, change, hash ?? undefined))
  return { status }
})

const changeState = handle(changeUserState, async (context, { id, state }) => {
  await service.changeState(context, id, state)
  return { status }
})

const logOut = handle(forceLogout, async (context, { id }) => {
  await service.logOutUser(context, id)
  return { status }
})

const remove = handle(removeUser, async (context, { id }) => {
  await service.removeUser(context, id)
  return { status }
})

export const routes: Route[] = [list, file, select, read, add, duplicate, update, changeState, logOut, remove]
