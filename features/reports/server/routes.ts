import { fail } from '#platform/contract/failure.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { exported } from '#platform/server/export/export.ts'
import { type Route, handle, outside, rows } from '#platform/server/http/route.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { type Actor, may } from '#platform/server/session/actor.ts'
import type { Embedding } from '#features/embedding/server/service.ts'
import { tagReport } from '#features/tags/server/service.ts'
import {
  addReport,
  changeSource,
  exportReports,
  listReports,
  readReport,
  removeReport,
  updateReport,
} from '../contract.ts'
import { changesAccess, lacksRole, mayAdd } from './rules.ts'
import { announceAccess, mustFind, publish, replaceSource } from './service.ts'
import * as store from './store.ts'

const can = (actor: Actor) =>
  abilities(actor, { update: 'report.update', grant: 'report.grant', remove: 'report.remove' })

const list = rows(listReports, store.pageQuery, (found, { actor }, options) => {
  const [unit] = found
  const reports = found.flatMap(({ allow_adding_reports: _, ...report }) => (isReport(report) ? [report] : []))
  return {
    ...pageOf(reports, options, ({ total: _, ...report }) => ({ ...report, can: can(actor) })),
    can: unit && may(actor, 'report.add') && mayAdd(actor.profile, unit) ? ['add'] : [],
  }
})

type Listed = { [Column in keyof PageRow]: NonNullable<PageRow[Column]> } & { description: string | null }
type PageRow = Omit<Awaited<ReturnType<ReturnType<typeof store.pageQuery>['executeTakeFirstOrThrow']>>, 'allow_adding_reports' | 'description'> // prettier-ignore

/** The only row of an empty page has null in every report column. */
const isReport = (row: { id: string | null }): row is Listed => row.id !== null

const file = exported(exportReports, {
  target: 'report',
  query: store.rowsQuery,
  columns: ({ word, yesNo }) => [
    { key: 'name', title: word('field.name'), value: ({ name }) => name },
    { key: 'name', title: word('field.description'), value: ({ description }) => description },
    { key: 'place', title: word('place'), value: ({ group, subgroup }) => `${group} › ${subgroup}` },
    { key: 'workspace', title: word('field.workspace'), value: ({ workspace }) => workspace },
    { key: 'name', title: word('field.tag_ids'), value: ({ tags }) => tags.map(({ name }) => name).join(', ') },
    { key: 'row_security', title: word('field.row_security'), value: ({ row_security }) => yesNo(row_security) },
    { key: 'name', title: word('filter.hidden'), value: ({ hidden }) => yesNo(hidden) },
    { key: 'granted', title: word('grantedColumn.groups'), value: ({ groups }) => groups },
    { key: 'granted', title: word('grantedColumn.people'), value: ({ people }) => people },
    { key: 'created_at', title: word('createdAt'), value: ({ created_at }) => created_at },
  ],
})

const read = rows(
  readReport,
  ({ id }) => store.findQuery(id),
  ([report], { actor }) => (report ? { ...report, can: can(actor) } : fail('call.not_found')),
)

const update = handle(updateReport, async (context, { id, version, tag_ids, ...change }) => {
  const before = await mustFind(context, id, version)
  const after = { ...before, ...given(change) }
  if (lacksRole(after)) fail('call.invalid', { fields: { ignore_role: 'required' } })
  await store.update(context.db, id, change)
  const tags = tag_ids && (await tagReport(context, id, tag_ids))
  await context.audit({
    target: { type: 'report', id, name: before.name },
    before: { ...before, ...(tags && { tag_ids: tags.before }) },
    after: { ...after, ...(tags && { tag_ids: tags.after }) },
  })
  if (changesAccess(before, after)) await announceAccess(context, id)
  return { status: true as const }
})

type Given<Sent> = { [Field in keyof Sent]?: Exclude<Sent[Field], undefined> }

/** The fields of the input that are not undefined. */
const given = <Sent extends object>(sent: Sent) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Given<Sent>

const remove = handle(removeReport, async (context, { id }) => {
  const report = await store.findForUpdate(context.db, id)
  if (!report) fail('call.not_found')
  await announceAccess(context, id)
  await store.remove(context.db, id)
  await context.audit({ target: { type: 'report', id, name: report.name }, before: report })
  return { status: true as const }
})

export const routes = ({ embedding }: { embedding: Embedding }): Route[] => [
  list,
  file,
  read,
  outside(addReport, async (context, input) => ({
    status: true as const,
    id: await publish(context, input, embedding),
  })),
  update,
  outside(changeSource, async (context, input) => ({
    status: true as const,
    row_security: (await replaceSource(context, input, embedding)).row_security,
  })),
  remove,
]
