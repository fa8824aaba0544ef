// Publishes reports. The properties of a report come from the report service. No database connection is held during a call to it.
import { fail } from '#platform/contract/failure.ts'
import type { Clock } from '#platform/server/clock.ts'
import { filePath, newFilePath } from '#platform/server/files/file-path.ts'
import { type Frame, redraw } from '#platform/server/files/images.ts'
import { forgetFile, measureFile, noteFile, useFile } from '#platform/server/files/kept-files.ts'
import { signedUrl } from '#platform/server/files/signed-address.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import { differs } from '#platform/server/defined-fields.ts'
import type { OutsideContext, WriteContext } from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { type Actor, tenantOf } from '#platform/server/session/actor.ts'
import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { findWorkspace } from '#features/sources/accounts/server/queries.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { tagReport } from '#features/reports/tags/server/commands.ts'
import type {
  addReport,
  changeSource,
  importReports,
  listImportRoles,
  ModelRoles,
  orderReports,
  RoleFilters,
} from '../contract.ts'
import { type Source, copyName, isSecured, mayAdd, pathOfCover, withSource } from './rules.ts'
import { mustKnowColumns, mustKnowFields } from './pages.ts'
import { roleFiltersOfModel, rolesOfModel } from './roles.ts'
import * as store from './store.ts'

export { mustHaveRoles, roleFiltersOfReport, rolesOfModel, rolesOfReport } from './roles.ts'
export {
  columnsOf,
  columnsOfReport,
  createKnownPages,
  createDatasetSchemas,
  createReportSchemas,
  mustKnowColumns,
  mustKnowFields,
  pagesOf,
} from './pages.ts'

type Workspace = NonNullable<Awaited<ReturnType<typeof findWorkspace>>>

/** Publishes a report of a workspace. Returns its id. */
export async function publish(
  outsideContext: OutsideContext,
  { workspace_id, service_report_id, tag_ids, ...fields }: InputOf<typeof addReport>,
  embedding: Embedding,
): Promise<string> {
  const { transaction } = outsideContext
  const workspace = await transaction(async (context) => {
    await mustBeAllowed(context)
    return mustFindWorkspace(context, workspace_id)
  })
  const source = await findSource(embedding, workspace, service_report_id)
  await mustKnowColumns(outsideContext, embedding, { workspace_id, service_report_id }, fields.filters)
  return transaction(async (context) => {
    await mustBeAllowed(context)
    await mustKnowFields(context.db, fields.filters)
    const report = { ...fields, ...source, ...(await takeCover(context, null, fields.cover)) }
    const id = await store.add(context.db, context.actor, report)
    const tags = tag_ids && (await tagReport(context, id, tag_ids))
    const after = { ...report, ...(tags && { tag_ids: tags.after }) }
    await context.audit({ target: { type: 'report', id, name: report.name }, after })
    return id
  })
}

/** Publishes several reports of a workspace, with one request to the service for all of them. */
export async function publishMany(
  { transaction }: OutsideContext,
  { workspace_id, subgroup_id, reports }: InputOf<typeof importReports>,
  embedding: Embedding,
) {
  const workspace = await transaction(async (context) => {
    await mustBeAllowed(context)
    return mustFindWorkspace(context, workspace_id)
  })
  const [known, datasets] = await embedding.ask(workspace, (service) =>
    Promise.all([service.reports(workspace.service_id), service.datasets(workspace.service_id)]),
  )
  const refused = (service_report_id: string, refusal: 'taken' | 'missing') => ({
    service_report_id,
    id: null,
    row_security: null,
    refusal,
  })
  return transaction(async (context) => {
    await mustBeAllowed(context)
    const data: AnswerOf<typeof importReports>['data'] = []
    for (const { service_report_id, name } of reports) {
      const found = known.find(({ id }) => id === service_report_id)
      if (!found || found.datasetId === null) {
        data.push(refused(service_report_id, 'missing'))
        continue
      }
      const row_security = isSecured(datasets.find(({ id }) => id === found.datasetId))
      const source = { workspace_id, service_report_id, service_dataset_id: found.datasetId, row_security }
      const report = { subgroup_id, name, description: null, ...source }
      const id = await store.addUnlessTaken(context.db, context.actor, report)
      if (id === null) data.push(refused(service_report_id, 'taken'))
      else {
        await context.audit({ target: { type: 'report', id, name }, after: report })
        data.push({ service_report_id, id, row_security, refusal: null })
      }
    }
    const answer = { status: true as const, data }
    return data.some(({ id }) => id !== null) ? answer : context.unchanged(answer)
  })
}

/** Maximum copies of one report whose names differ only in the number. */
const maxCopies = 100

export async function duplicate(context: WriteContext, id: string): Promise<string> {
  await mustBeAllowed(context)
  const report = await store.findForUpdate(context.db, id)
  if (!report) fail('call.not_found')
  for (let number = 2; number <= maxCopies; number += 1) {
    const name = copyName(report.name, number)
    const copy = await store.copy(context.db, context.actor, id, name)
    if (copy === null) continue
    const { version: _, ...after } = { ...report, name }
    await context.audit({ target: { type: 'report', id: copy, name }, after })
    return copy
  }
  return fail('report.name_taken')
}

/** Sets the order of the reports of a subgroup. */
export async function order(
  { db, audit, unchanged }: WriteContext,
  { subgroup_id, ids }: InputOf<typeof orderReports>,
): Promise<void> {
  const subgroup = await store.orderForUpdate(db, subgroup_id)
  if (!subgroup) fail('group.missing')
  const own = new Set(subgroup.reports.map(({ id }) => id))
  // A report that was moved away or removed meanwhile is no longer in the order.
  const ownIds = ids.filter((id) => own.has(id))
  if (ids.length > 0 && ownIds.length === 0) fail('call.not_found')
  const before = subgroup.reports.flatMap(({ id, position }) => (position === null ? [] : [id]))
  if (JSON.stringify(before) === JSON.stringify(ownIds)) return unchanged(undefined)
  await store.setOrder(db, subgroup_id, ownIds)
  const target = { type: 'report_subgroup', id: subgroup.id, name: subgroup.name }
  await audit({ target, before: { order: before }, after: { order: ownIds } })
}

/** Reads the properties of a source of the report, the present or a new one, from the service and stores them. */
export async function replaceSource(
  { transaction }: OutsideContext,
  { id, version, workspace_id, service_report_id }: InputOf<typeof changeSource>,
  embedding: Embedding,
): Promise<Source> {
  const workspace = await transaction(async (context) => {
    const report = await mustFind(context, id, version)
    const elsewhere = report.workspace_id !== workspace_id || report.service_report_id !== service_report_id
    if (elsewhere) await mustBeAllowed(context)
    return mustFindWorkspace(context, workspace_id)
  })
  const source = await findSource(embedding, workspace, service_report_id)
  await transaction(async (context) => {
    const before = await mustFind(context, id, version)
    const after = withSource(before, source)
    if (!differs(before, after)) return context.unchanged(undefined)
    const { ignore_row_security, ignore_role } = after
    await store.update(context.db, id, { ...source, ignore_row_security, ignore_role })
    await context.audit({ target: { type: 'report', id, name: before.name }, before, after })
    await announceAccess(context, id)
  })
  return source
}

/** Reads the properties of a report of the workspace from the service. */
async function findSource(embedding: Embedding, workspace: Workspace, reportId: string): Promise<Source> {
  const [report, datasets] = await embedding.ask(workspace, (service) =>
    Promise.all([service.report(workspace.service_id, reportId), service.datasets(workspace.service_id)]),
  )
  // A paginated report has no data set and cannot be embedded.
  if (report.datasetId === null) fail('call.not_found')
  return {
    workspace_id: workspace.id,
    service_report_id: report.id,
    service_dataset_id: report.datasetId,
    row_security: isSecured(datasets.find(({ id }) => id === report.datasetId)),
  }
}

/** The roles of the data model of a report of a workspace and what they filter; null if the service does not tell, or there is none. */
export async function rolesOfSource(
  { transaction }: OutsideContext,
  { workspace_id, service_report_id }: InputOf<typeof listImportRoles>,
  embedding: Embedding,
): Promise<{ roles: ModelRoles; filters: RoleFilters }> {
  const workspace = await transaction((context) => mustFindWorkspace(context, workspace_id))
  const { service_dataset_id, row_security } = await findSource(embedding, workspace, service_report_id)
  if (!row_security) return { roles: null, filters: null }
  const model = { ...workspace, service_dataset_id }
  const [roles, filters] = await Promise.all([rolesOfModel(embedding, model), roleFiltersOfModel(embedding, model)])
  return { roles, filters }
}

async function mustBeAllowed({ db, actor }: WriteContext): Promise<void> {
  if (!mayAdd(actor.profile, await store.allowsAdding(db))) fail('access.functionality_refused')
}

async function mustFindWorkspace({ db }: WriteContext, id: string): Promise<Workspace> {
  return (await findWorkspace(db, id)) ?? fail('call.not_found')
}

/** Locks the report. Fails when its version is not the one that the caller read. */
export async function mustFind({ db }: WriteContext, id: string, version: number) {
  const report = await store.findForUpdate(db, id)
  if (!report) fail('call.not_found')
  mustBeCurrent(version, report.version)
  return report
}

/** Sends a live event to readers who have the report open: their access may have changed. */
export const announceAccess = ({ actor, announce }: WriteContext, reportId: string): Promise<void> =>
  announce({ kind: 'access_changed', tenantId: tenantOf(actor), reportIds: [reportId] })

/** The largest cover on screen: a card at the width of a phone, on a high-density screen. */
const coverFrame: Frame = { width: 1_280, height: 720, extension: 'webp' }
const coverKind = 'report.cover'

export type Signing = { secrets: Secrets; clock: Clock }

/** The path of a cover, signed for the session; null without a cover. */
export const coverAddress = (cover: string | null, { sessionId }: Pick<Actor, 'sessionId'>, signing: Signing) =>
  cover === null ? null : signedUrl(filePath(cover), sessionId, signing)

/**
 * Uploads a picture: first its row, then re-encoding, then the file. If a later step fails, a job finds the unused row and deletes it.
 */
export async function addCover(
  { actor, clock, transaction }: OutsideContext,
  sent: Uint8Array,
  { storage, secrets }: { storage: FileStorage; secrets: Secrets },
) {
  const tenantId = tenantOf(actor)
  const path = newFilePath('private', tenantId, coverFrame.extension)
  await transaction(async ({ db }) => {
    const owner = { partnerId: await store.partnerOf(db), tenantId }
    await noteFile(db, { path, owner, kind: coverKind, bytes: sent.length })
  })
  const bytes = await redraw(sent, coverFrame, tenantId)
  await storage.put(path, bytes)
  await transaction(async ({ db, audit }) => {
    await measureFile(db, path, bytes.length)
    await audit({ target: { type: 'report', id: null, name: null }, after: { cover: path } })
  })
  return { status: true as const, path: signedUrl(path, actor.sessionId, { secrets, clock }) }
}

/** Returns the cover to store for the sent path, and marks a new file as used. A file of another owner or kind answers 404. */
export async function takeCover({ db }: WriteContext, before: string | null, sent: string | null | undefined) {
  if (sent === undefined) return {}
  const cover = sent === null ? null : pathOfCover(sent)
  if (cover !== null && cover !== before && !(await useFile(db, cover, coverKind))) fail('call.not_found')
  return { cover }
}

/** Removes a cover that no report uses. A copy of a report may use the same cover. */
export async function dropCover({ db }: WriteContext, cover: string | null): Promise<void> {
  if (cover !== null && !(await store.usesCover(db, cover))) await forgetFile(db, cover)
}
