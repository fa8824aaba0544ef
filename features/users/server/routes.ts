import { valueColumns } from '#features/custom-fields/server/reads.ts'
import { fail } from '#platform/contract/failure.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { exported } from '#platform/server/export/export.ts'
import { type FeatureRoutes, handle, outside, rows } from '#platform/server/http/route.ts'
import { hashPassword } from '#platform/server/passwords.ts'
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

// Hashing takes its time: it is done before a connection is held.
const hashOf = (password: string | undefined) => (password === undefined ? null : hashPassword(password))

const add = outside(addUser, async ({ transaction }, { password, ...fields }) => {
  const password_hash = await hashOf(password)
  return { status, id: await transaction((context) => service.addUser(context, { ...fields, password_hash })) }
})

const duplicate = outside(duplicateUser, async ({ transaction }, { id, password, ...identity }) => {
  const password_hash = await hashOf(password)
  return { status, id: await transaction((context) => service.copyUser(context, id, { ...identity, password_hash })) }
})

const update = outside(updateUser, async ({ transaction }, { id, version, ...change }) => {
  const hash = (await hashOf(change.password)) ?? undefined
  await transaction((context) => service.changeUser(context, { id, version }, change, hash))
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

export const userRoutes: FeatureRoutes = {
  feature: 'users',
  routes: [list, file, select, read, add, duplicate, update, changeState, logOut, remove],
}
