// What a person sees of an open report, kept while they go to another screen of the tab, such as the form of a ticket.
import type { Report } from 'powerbi-client'
import { beforeSignOut } from '#platform/web/session/before-sign-out.ts'
import type { Opened } from '#features/reports/frame/web/exports.tsx'
import type { ReportMemory } from './report-memory.ts'
import { type ReportState, within } from './report-state-outbox.ts'

export type CapturedView = {
  reportId: string
  kind: Opened['kind']
  page: string | null
  pageName: string | null
  filters: ReportState['filters']
  slicers: ReportState['slicers']
  refreshedAt: Date | null
  /** The state from which the report service draws a picture of the page; null: the person may not export the report. */
  bookmark: string | null
}

let captured: CapturedView | null = null
beforeSignOut(() => {
  captured = null
  return Promise.resolve()
})

/** Maximum milliseconds for the answers of the frame, so that one without an answer does not block the way to the next screen. */
const captureMs = 1_500

type Shown = {
  report: Report | null
  page: { name: string; displayName: string } | null
  memory: Pick<ReportMemory, 'read'>
}

/** Reads what the report shows. Without an answer nothing is kept. */
export async function captureView(opened: Opened, shown: Shown, mayExport: boolean): Promise<void> {
  captured = null
  const { report } = shown
  if (report === null) return
  const read = async () => {
    const draws = mayExport && opened.kind === 'local'
    const [state, bookmark] = await Promise.all([
      shown.memory.read(),
      draws ? report.bookmarksManager.capture({ allPages: true }).then((found) => found.state ?? null) : null,
    ])
    const page = state.page ?? null
    captured = {
      reportId: opened.id,
      kind: opened.kind,
      page,
      pageName: shown.page?.name === page ? (shown.page?.displayName ?? null) : null,
      filters: state.filters,
      slicers: state.slicers,
      refreshedAt: opened.last_update,
      bookmark,
    }
  }
  await within(
    captureMs,
    read().catch(() => undefined),
  )
}

/** What was captured of this report last; null: nothing since the tab was loaded. */
export const capturedViewOf = (reportId: string | null): CapturedView | null =>
  captured !== null && captured.reportId === reportId ? captured : null
