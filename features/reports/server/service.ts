// Publishes reports. The properties of a report come from the report service. No database connection is held during a call to it.
import { fail } from '#platform/contract/failure.ts'
import type { OutsideContext, WriteContext } from '#platform/server/http/route.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { findWorkspace } from '#features/embedding/server/reads.ts'
import type { Embedding } from '#features/embedding/server/service.ts'
import { tagReport } from '#features/tags/server/service.ts'
import type { addReport, changeSource } from '../contract.ts'
import { type Source, isSecured, mayAdd, withSource } from './rules.ts'
import * as store from './store.ts'

type Workspace = NonNullable<Awaited<ReturnType<typeof findWorkspace>>>

/** Publishes a report of a workspace. Returns its id. */
export async function publish(
  { transaction }: OutsideContext,
  { workspace_id, service_report_id, tag_ids, ...fields }: InputOf<typeof addReport>,
  embedding: Embedding,
): Promise<string> {
  const workspace = await transaction(async (context) => {
    await mustBeAllowed(context)
    return mustFindWorkspace(context, workspace_id)
  })
  const source = await sourceAt(embedding, workspace, service_report_id)
  return transaction(async (context) => {
    await mustBeAllowed(context)
    const report = { ...fields, ...source }
    const id = await store.add(context.db, tenantOf(context.actor), report)
    const tags = tag_ids && (await tagReport(context, id, tag_ids))
    const after = { ...report, ...(tags && { tag_ids: tags.after }) }
    await context.audit({ target: { type: 'report', id, name: report.name }, after })
    return id
  })
}

/** Reads the properties of the report's source, present or new, from the service and stores them. */
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
  const source = await sourceAt(embedding, workspace, service_report_id)
  await transaction(async (context) => {
    const before = await mustFind(context, id, version)
    const after = withSource(before, source)
    const { ignore_row_security, ignore_role } = after
    await store.update(context.db, id, { ...source, ignore_row_security, ignore_role })
    await context.audit({ target: { type: 'report', id, name: before.name }, before, after })
    await announceAccess(context, id)
  })
  return source
}

/** The properties of a report of the workspace, as the service reports them. */
async function sourceAt(embedding: Embedding, workspace: Workspace, reportId: string): Promise<Source> {
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
  if (report.version !== version) fail('call.stale_version')
  return report
}

/** Sends a live event to readers who have the report open: their access may have changed. */
export const announceAccess = ({ actor, announce }: WriteContext, reportId: string): Promise<void> =>
  announce({ kind: 'access_changed', tenantId: tenantOf(actor), reportIds: [reportId] })
