// Exports of a report as a file. The report service writes the file under the person's identity; the portal remembers who started it, and
// gives the file only to them, while they may still open the report with the same rows and pages.
import { reportExports } from '#catalogue/limits.ts'
import { errorSentence } from '#catalogue/phrases/sentence.ts'
import { fail } from '#platform/contract/failure.ts'
import { downloadOf } from '#platform/server/export/download.ts'
import { type OutsideContext, type Route, file, handle, outside } from '#platform/server/http/route.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import * as calls from '../contract.ts'
import { prepareExport } from './commands.ts'
import * as store from './export-store.ts'
import { fileNamed, startFile } from './report-file.ts'

type MustBeShown = (context: OutsideContext, reportId: string) => Promise<void>

export function exportRoutes({ embedding }: { embedding: Embedding }, mustBeShown: MustBeShown): Route[] {
  const starts = createLimiter({ perMinute: reportExports.perMinute })

  /** The caller's export with the report as it is now; 404 if it is not theirs, or if they now see other rows or pages. */
  async function findOwn(context: OutsideContext, id: string) {
    const found = (await context.transaction(({ db }) => store.find(db, id))) ?? fail('call.not_found')
    await mustBeShown(context, found.report_id)
    const prepared = await prepareExport(context, found.report_id, null)
    if (prepared.tokenContent !== found.content) fail('call.not_found')
    const { workspace, report } = prepared
    const place = [workspace.service_id, report.service_report_id, found.service_export_id] as const
    const progress = await embedding.ask(workspace, (service) => service.exportProgress(...place))
    return { report, workspace, place, progress }
  }

  return [
    outside(calls.startReportExport, async (context, { reportId, format, page, state }) => {
      const { actor, clock, caller, transaction } = context
      if (!starts.admits(actor.userId, clock.now())) fail('call.throttled', { retryAfter: 60 })
      await mustBeShown(context, reportId)
      const { report, workspace, identity, pages, tokenContent } = await prepareExport(context, reportId, page)
      const watermark = await transaction(async ({ db }) => {
        if ((await store.countOfHour(db, actor.userId)) >= reportExports.perHour)
          fail('call.throttled', { retryAfter: 3_600 })
        return store.watermarkOf(db, actor, report.name, clock.now())
      })
      const exportId = await startFile(embedding, {
        workspace,
        report,
        format,
        pages: page === null ? pages : [page],
        arePagesChosen: page !== null,
        locale: caller.language,
        state,
        identity,
        watermark,
        reader: actor.name,
      })
      return transaction(async ({ db, audit }) => {
        const values = { report_id: reportId, service_export_id: exportId, content: tokenContent }
        const id = await store.add(db, values)
        await audit({ target: { type: 'report', id: reportId, name: report.plain_name }, after: { format, page } })
        return { status: true as const, id }
      })
    }),

    outside(calls.readReportExport, async (context, { id }) => {
      const { progress } = await findOwn(context, id)
      const percent = Math.round(Math.min(100, Math.max(0, progress.percentComplete ?? 0)))
      if (progress.status === 'Succeeded') return { state: 'ready' as const, percent: 100, message: null }
      if (progress.status !== 'Failed') return { state: 'running' as const, percent, message: null }
      const message = errorSentence('export.failed', context.caller.language)
      return { state: 'failed' as const, percent, message }
    }),

    file(calls.readReportExportFile, (context, { id }) =>
      downloadOf(context.actor, async () => {
        const { report, workspace, place, progress } = await findOwn(context, id)
        if (progress.status !== 'Succeeded') fail('export.failed')
        const bytes = await embedding.ask(workspace, (service) => service.exportFile(...place))
        return { ...fileNamed(report.name, progress.ResourceFileExtension), bytes }
      }),
    ),

    handle(calls.cancelReportExport, async ({ db }, { id }) => {
      if (!(await store.cancel(db, id))) fail('call.not_found')
      return { status: true as const }
    }),
  ]
}
