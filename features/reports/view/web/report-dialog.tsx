// The dialogs of the tools of a report. They are a file of their own, because the report is usable before one opens.
import { lazy, Suspense } from 'react'
import { useAiUse } from '#features/assistant/ai-accounts/web/exports.tsx'
import { CommentsDrawer } from '#features/reports/comments/web/exports.tsx'
import { PinsDialog } from '#features/reports/pins/web/exports.tsx'
import { SavedViewsDialog } from '#features/reports/saved-views/web/exports.tsx'
import type { Opening, ShownReport } from '#features/reports/stage/web/exports.tsx'
import { ReportExport } from './report-export.tsx'
import { ReportShare } from './report-share.tsx'

const PageSummary = lazy(() => import('./page-summary.tsx').then((module) => ({ default: module.PageSummary })))

export type DialogKind = 'views' | 'share' | 'comments' | 'pins' | 'summary' | 'export'

type ReportDialogProps = {
  dialog: DialogKind
  opening: Opening
  report: ShownReport
  onShowView: (viewId: string | null) => void
  /** Opens the saved views instead of this dialog. */
  onViews: () => void
  onClose: () => void
}

export function ReportDialog({
  dialog,
  opening: { opened, view },
  report: displayed,
  onShowView,
  onViews,
  onClose,
}: ReportDialogProps) {
  const explaining = useAiUse('explain_page')
  const { report, page, memory } = displayed
  switch (dialog) {
    case 'views':
      return (
        <SavedViewsDialog
          reportId={opened.id}
          present={view?.id ?? null}
          isReady={report !== null}
          read={memory.read}
          onShow={onShowView}
          onClose={onClose}
        />
      )
    case 'comments':
      return (
        <CommentsDrawer
          reportId={opened.id}
          page={page}
          onShowPage={(name) => void report?.setPage(name)}
          onClose={onClose}
        />
      )
    case 'summary':
      if (!explaining) return null
      return (
        <Suspense>
          <PageSummary reportId={opened.id} shown={displayed} {...explaining} onClose={onClose} />
        </Suspense>
      )
    case 'pins':
      return <PinsDialog reportId={opened.id} report={report} onClose={onClose} />
    case 'export':
      if (report === null) return null
      return <ReportExport opened={opened} report={report} page={page?.name ?? null} onClose={onClose} />
    case 'share':
      return (
        <ReportShare
          report={opened}
          page={page?.name ?? null}
          viewId={view?.id ?? null}
          onViews={onViews}
          onClose={onClose}
        />
      )
  }
}
