import { fail } from '#platform/contract/failure.ts'
import { differs, definedFields } from '#platform/server/defined-fields.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { exported } from '#platform/server/export/export.ts'
import { type Route, type WriteContext, handle, rows } from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { type Actor, tenantOf } from '#platform/server/session/actor.ts'
import {
  addUserGroup,
  exportUserGroups,
  listUserGroups,
  readUserGroup,
  removeUserGroup,
  selectUserGroups,
  updateUserGroup,
} from '../contract.ts'
import { reportsOfGroups } from './queries.ts'
import * as store from './store.ts'

const can = (actor: Actor) => abilities(actor, { update: 'user_group.update', remove: 'user_group.remove' })

const list = rows(listUserGroups, store.pageQuery, (found, { actor }, options) =>
  pageOf(found, options, ({ total: _, ...group }) => ({ ...group, can: can(actor) })),
)

const file = exported(exportUserGroups, {
  target: 'user_group',
  query: store.pageQuery,
  columns: ({ word }) => [
    { key: 'name', title: word('field.name'), value: ({ name }) => name },
    { key: 'description', title: word('field.description'), value: ({ description }) => description },
    { key: 'members', title: word('field.member_ids'), value: ({ members }) => members },
    { key: 'created_at', title: word('createdAt'), value: ({ created_at }) => created_at },
  ],
})

const select = rows(
  selectUserGroups,
  ({ search }) => store.selectQuery(search),
  (found) => found,
)

const groupRoute = rows(
  readUserGroup,
  ({ id }) => store.findQuery(id),
  ([group], { actor }) => (group ? { ...group, can: can(actor) } : fail('group.missing')),
)

const add = handle(addUserGroup, async ({ db, actor, audit }, { member_ids, ...fields }) => {
  const tenantId = tenantOf(actor)
  const id = await store.add(db, tenantId, fields)
  await store.setMembers(db, tenantId, id, member_ids)
  await audit({ target: { type: 'user_group', id, name: fields.name }, after: { ...fields, member_ids } })
  return { status: true as const, id }
})

const update = handle(updateUserGroup, async (context, { id, version, member_ids, ...fields }) => {
  const { db, actor, audit } = context
  const before = await store.findForUpdate(db, id)
  if (!before) fail('group.missing')
  mustBeCurrent(version, before.version)
  const sent = { ...fields, member_ids: member_ids?.toSorted() }
  if (!differs(before, sent)) return context.unchanged({ status: true as const })
  await store.update(db, id, fields)
  if (member_ids) await store.setMembers(db, tenantOf(actor), id, member_ids)
  await audit({
    target: { type: 'user_group', id, name: before.name },
    before,
    after: { ...before, ...definedFields(sent) },
  })
  if (member_ids) await announceAccess(context, id)
  return { status: true as const }
})

const remove = handle(removeUserGroup, async (context, { id }) => {
  const { db, audit } = context
  const group = await store.findForUpdate(db, id)
  if (!group) fail('group.missing')
  await announceAccess(context, id)
  await store.remove(db, id)
  await audit({ target: { type: 'user_group', id, name: group.name }, before: group })
  return { status: true as const }
})

async function announceAccess({ db, actor, announce }: WriteContext, groupId: string): Promise<void> {
  const reportIds = await reportsOfGroups(db, [groupId])
  if (reportIds.length > 0) await announce({ kind: 'access_changed', tenantId: tenantOf(actor), reportIds })
}

export const routes: Route[] = [list, file, select, groupRoute, add, update, remove]
