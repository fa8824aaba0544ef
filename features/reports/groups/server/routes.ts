import { fail } from '#platform/contract/failure.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { differs, definedFields } from '#platform/server/defined-fields.ts'
import { type Route, handle, rows } from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { type Actor, tenantOf } from '#platform/server/session/actor.ts'
import {
  addReportGroup,
  listReportGroups,
  moveReportGroup,
  readReportGroup,
  removeReportGroup,
  updateReportGroup,
} from '../contract.ts'
import { folderCan, isRemovable, moved } from './rules.ts'
import * as store from './store.ts'

const list = rows(listReportGroups, store.pageQuery, (found, { actor }, options) =>
  pageOf(found, options, ({ total: _, ...group }) => groupAnswer(group, actor)),
)

const read = rows(
  readReportGroup,
  ({ id }) => store.findQuery(id),
  ([group], { actor }) => (group ? groupAnswer(group, actor) : fail('group.missing')),
)

const groupAnswer = (group: store.ReportGroupListed, actor: Actor) => ({
  ...group,
  subgroups: group.subgroups.map((subgroup) => ({ ...subgroup, can: folderCan(subgroup, actor) })),
  can: folderCan(group, actor),
})

const add = handle(addReportGroup, async ({ db, actor, audit }, fields) => {
  const id = await store.add(db, tenantOf(actor), fields)
  await audit({ target: { type: 'report_group', id, name: fields.name }, after: fields })
  return { status: true as const, id }
})

const update = handle(updateReportGroup, async ({ db, audit, unchanged }, { id, version, ...fields }) => {
  const group = await store.findForUpdate(db, id)
  if (!group) fail('group.missing')
  mustBeCurrent(version, group.version)
  if (!differs(group, fields)) return unchanged({ status: true as const })
  await store.update(db, id, fields)
  const { name, names, icon } = group
  const before = { name, names, icon }
  await audit({ target: { type: 'report_group', id, name }, before, after: { ...before, ...definedFields(fields) } })
  return { status: true as const }
})

const move = handle(moveReportGroup, async ({ db, audit, unchanged }, { id, position }) => {
  const order = await store.orderForUpdate(db)
  if (!order.includes(id)) fail('group.missing')
  const after = moved(order, id, position)
  if (after.indexOf(id) === order.indexOf(id)) return unchanged({ status: true as const })
  await store.setOrder(db, after)
  await audit({
    target: { type: 'report_group', id, name: await store.nameOf(db, id) },
    before: { position: order.indexOf(id) },
    after: { position: after.indexOf(id) },
  })
  return { status: true as const }
})

const remove = handle(removeReportGroup, async ({ db, audit }, { id }) => {
  const group = await store.findForUpdate(db, id)
  if (!group) fail('group.missing')
  if (!isRemovable(group)) fail('report_group.not_empty')
  await store.remove(db, id)
  await audit({ target: { type: 'report_group', id, name: group.name }, before: { name: group.name } })
  return { status: true as const }
})

export const routes: Route[] = [list, read, add, update, move, remove]
