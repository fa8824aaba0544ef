import { modelNames } from '#catalogue/limits.ts'
import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { exported } from '#platform/server/export/export.ts'
import { differs, definedFields } from '#platform/server/defined-fields.ts'
import {
  type OutsideContext,
  type Route,
  type WriteContext,
  handle,
  outside,
  rows,
  upload,
} from '#platform/server/http/route.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { type Actor, may } from '#platform/server/session/actor.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { tagReport } from '#features/reports/tags/server/commands.ts'
import {
  addReport,
  addReportCover,
  changeSource,
  duplicateReport,
  exportReports,
  importReports,
  listColumns,
  listImportRoles,
  listReports,
  orderReports,
  readImportDefaults,
  readOrder,
  readReport,
  removeReport,
  updateReport,
} from '../contract.ts'
import { changesAccess, lacksRole, mayAdd } from './rules.ts'
import {
  type Signing,
  addCover,
  announceAccess,
  columnsOf,
  coverAddress,
  dropCover,
  duplicate,
  mustFind,
  mustHaveRoles,
  mustKnowColumns,
  mustKnowFields,
  order,
  publish,
  publishMany,
  replaceSource,
  rolesOfModel,
  rolesOfSource,
  takeCover,
} from './commands.ts'
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

type ListedReport = { [Column in keyof PageRow]: NonNullable<PageRow[Column]> } & { description: string | null }
type PageRow = Omit<
  Awaited<ReturnType<ReturnType<typeof store.pageQuery>['executeTakeFirstOrThrow']>>,
  'allow_adding_reports' | 'description'
>

/** Distinguishes reports from the only row of an empty page, in which every report column is null. */
const isReport = (row: { id: string | null }): row is ListedReport => row.id !== null

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

const read = ({ secrets }: Pick<Signing, 'secrets'>) =>
  rows(
    readReport,
    ({ id }) => store.findQuery(id),
    ([report], { actor, clock }) => {
      if (!report) fail('call.not_found')
      return { ...report, cover: coverAddress(report.cover, actor, { secrets, clock }), can: can(actor) }
    },
  )

const update = (embedding: Embedding) =>
  outside(updateReport, async (context, input) => {
    if (input.filters && input.filters.length > 0) {
      const source = await context.transaction(({ db }) => store.findSource(db, input.id))
      await mustKnowColumns(context, embedding, source ?? fail('call.not_found'), input.filters)
    }
    if (input.ignore_role) await mustHaveIgnoreRole(context, embedding, input.id, input.ignore_role)
    return context.transaction((inside) => change(inside, input))
  })

/** Fails when the data model does not have the role with which all are to read. The role that is stored already is not checked again. */
async function mustHaveIgnoreRole(context: OutsideContext, embedding: Embedding, id: string, role: string) {
  const model = await context.transaction(({ db }) => store.findModel(db, id))
  if (!model?.row_security || model.ignore_role === role) return
  mustHaveRoles(await rolesOfModel(embedding, model), [role], 'ignore_role')
}

async function change(
  context: WriteContext,
  { id, version, tag_ids, ...sent }: InputOf<typeof updateReport>,
): Promise<AnswerOf<typeof updateReport>> {
  const before = await mustFind(context, id, version)
  await mustKnowFields(context.db, sent.filters)
  const changed = { ...sent, ...(await takeCover(context, before.cover, sent.cover)) }
  const after = { ...before, ...definedFields(changed) }
  if (lacksRole(after)) fail('call.invalid', { fields: { ignore_role: 'required' } })
  const tags = tag_ids && (await tagReport(context, id, tag_ids))
  if (!differs(before, changed) && !(tags && differs({ tags: tags.before }, { tags: tags.after })))
    return context.unchanged({ status: true as const })
  await store.update(context.db, id, changed)
  if (after.cover !== before.cover) await dropCover(context, before.cover)
  await context.audit({
    target: { type: 'report', id, name: before.name },
    before: { ...before, ...(tags && { tag_ids: tags.before }) },
    after: { ...after, ...(tags && { tag_ids: tags.after }) },
  })
  if (changesAccess(before, after)) await announceAccess(context, id)
  return { status: true as const }
}

const remove = handle(removeReport, async (context, { id }) => {
  const report = await store.findForUpdate(context.db, id)
  if (!report) fail('call.not_found')
  await announceAccess(context, id)
  await store.remove(context.db, id)
  await dropCover(context, report.cover)
  await context.audit({ target: { type: 'report', id, name: report.name }, before: report })
  return { status: true as const }
})

type LibraryDependencies = Pick<Signing, 'secrets'> & { embedding: Embedding; storage: FileStorage }

export const routes = (
  { embedding, storage, secrets }: LibraryDependencies,
  reads = createLimiter(modelNames.reads),
): Route[] => [
  list,
  file,
  read({ secrets }),
  outside(addReport, async (context, input) => ({
    status: true as const,
    id: await publish(context, input, embedding),
  })),
  update(embedding),
  outside(changeSource, async (context, input) => ({
    status: true as const,
    row_security: (await replaceSource(context, input, embedding)).row_security,
  })),
  remove,
  outside(importReports, (context, input) => publishMany(context, input, embedding)),
  rows(readImportDefaults, store.importDefaultsQuery, ([found]) => ({
    subgroup_id: found?.subgroup_id ?? null,
    groups: found?.groups ?? [],
  })),
  outside(listImportRoles, async (context, input) => {
    const { roles, filters } = await rolesOfSource(context, input, embedding)
    return { roles: roles && [...roles], filters: filters && [...filters] }
  }),
  handle(duplicateReport, async (context, { id }) => ({ status: true as const, id: await duplicate(context, id) })),
  rows(
    readOrder,
    ({ subgroup_id }) => store.orderQuery(subgroup_id),
    (data) => ({ data }),
  ),
  handle(orderReports, async (context, input) => {
    await order(context, input)
    return { status: true as const }
  }),
  upload(addReportCover, (context, _, bytes) => addCover(context, bytes, { storage, secrets })),
  outside(listColumns, async (context, input) => {
    if (!reads.admits(context.actor.userId, context.clock.now())) fail('call.throttled', { retryAfter: 60 })
    return { data: await columnsOf(context, input, embedding) }
  }),
]
