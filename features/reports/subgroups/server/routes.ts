import { fail } from '#platform/contract/failure.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { differs, definedFields } from '#platform/server/defined-fields.ts'
import { type Route, handle, rows } from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import { folderCan, isRemovable, moved } from '#features/reports/groups/server/queries.ts'
import { addSubgroup, listSubgroups, moveSubgroup, readSubgroup, removeSubgroup, updateSubgroup } from '../contract.ts'
import * as store from './store.ts'

const list = rows(listSubgroups, store.pageQuery, (found, { actor }, options) =>
  pageOf(found, options, ({ total: _, ...subgroup }) => ({ ...subgroup, can: folderCan(subgroup, actor) })),
)

const read = rows(
  readSubgroup,
  ({ id }) => store.findQuery(id),
  ([subgroup], { actor }) => (subgroup ? { ...subgroup, can: folderCan(subgroup, actor) } : fail('group.missing')),
)

const add = handle(addSubgroup, async ({ db, actor, audit }, fields) => {
  const id = await store.add(db, tenantOf(actor), fields)
  await audit({ target: { type: 'report_subgroup', id, name: fields.name }, after: fields })
  return { status: true as const, id }
})

const update = handle(updateSubgroup, async ({ db, audit, unchanged }, { id, version, ...sent }) => {
  const subgroup = await store.findForUpdate(db, id)
  if (!subgroup) fail('group.missing')
  mustBeCurrent(version, subgroup.version)
  if (!differs(subgroup, sent)) return unchanged({ status: true as const })
  const { name, names, group_id } = subgroup
  const changesGroup = sent.group_id !== group_id
  await store.update(db, id, { ...sent, group_id: changesGroup ? sent.group_id : undefined })
  await audit({
    target: { type: 'report_subgroup', id, name },
    before: { name, names, group_id },
    after: { name, names, group_id, ...definedFields(sent) },
  })
  return { status: true as const }
})

const move = handle(moveSubgroup, async ({ db, audit, unchanged }, { id, position }) => {
  const order = await store.orderForUpdate(db, id)
  if (!order.includes(id)) fail('group.missing')
  const after = moved(order, id, position)
  if (after.indexOf(id) === order.indexOf(id)) return unchanged({ status: true as const })
  await store.setOrder(db, after)
  await audit({
    target: { type: 'report_subgroup', id, name: await store.nameOf(db, id) },
    before: { position: order.indexOf(id) },
    after: { position: after.indexOf(id) },
  })
  return { status: true as const }
})

const remove = handle(removeSubgroup, async ({ db, audit }, { id }) => {
  const subgroup = await store.findForUpdate(db, id)
  if (!subgroup) fail('group.missing')
  if (!isRemovable(subgroup)) fail('report_group.not_empty')
  await store.remove(db, id)
  const { name, group_id } = subgroup
  await audit({ target: { type: 'report_subgroup', id, name }, before: { name, group_id } })
  return { status: true as const }
})

export const routes: Route[] = [list, read, add, update, move, remove]
