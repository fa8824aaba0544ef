// The reader's page: the report with its tools, from opening to the end of the grant. powerbi/web embeds reports of both services. Next:
// report-stage.tsx, report-tools.tsx.
import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { IconLockOff } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReportTerms } from '#features/user-terms/web/picker.tsx'
import { newsItem } from '#features/sessions/contract.ts'
import type { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { useAsk } from '#platform/web/client/use-ask.ts'
import { useSpreadNews } from '#platform/web/live/use-live-events.ts'
import { PathLink, useGo, usePathPart } from '#platform/web/routing/path.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { checkExists, openReport } from '../contract.ts'
import { readReportMaintenance } from '../../maintenance/contract.ts'
import { ReportMaintenance, useAtMaintenance } from './report-maintenance.tsx'
import { ReportPageSkeleton } from './report-skeleton.tsx'
import { ReportWaking } from './report-waking.tsx'
import { ReportStage } from './report-stage.tsx'

export function ReportViewPage() {
  const reportId = usePathPart('id')
  // Another report is another page: no state is kept.
  return <OpenedReport key={reportId} reportId={reportId} />
}

/** The report in a page of another site: without the frame of the portal, and first at the page that the address names. */
export function EmbeddedReportPage() {
  const reportId = usePathPart('id')
  const { page }: { page?: unknown } = useSearch({ strict: false })
  return (
    <main>
      <OpenedReport key={reportId} reportId={reportId} {...(typeof page === 'string' && { firstPage: page })} />
    </main>
  )
}

/** A report with its tools. `firstPage`: opens there instead of where the person was last. */
export function OpenedReport({ reportId, firstPage }: { reportId: string; firstPage?: string }) {
  const [ended, setEnded] = useState(false)
  const go = useGo()
  // A token is for one opening: it is never taken from a cache and never refetched in the background.
  const { data, error, refetch, isFetching } = useAsk(
    openReport,
    { reportId, page: firstPage ?? null },
    { freshFor: Infinity, once: true },
  )
  const look = useCallback(async () => {
    const { status } = await ask(checkExists, { reportId })
    if (!status) return setEnded(true)
    const { maintenance } = await ask(readReportMaintenance, { reportId })
    if (maintenance) void refetch()
  }, [reportId, refetch])
  useAtMaintenance(data?.maintenance_in_ms ?? null, () => void refetch())
  useSpreadNews(newsItem, 'access_changed', () => {
    // If the answer does not arrive, the report stays open: the server ends its token in any case.
    look().catch(() => undefined)
  })
  if (ended) return <AccessEnded />
  if (error?.key === 'report_terms_due') {
    return (
      <>
        <ReportPageSkeleton />
        <ReportTerms reportId={reportId} onDone={() => void refetch()} onLeave={() => go('/')} />
      </>
    )
  }
  if (error?.key === 'report_in_maintenance' && !isFetching)
    return <ReportMaintenance reportId={reportId} onOver={() => void refetch()} />
  if (error?.key === 'report_capacity_paused' && !isFetching)
    return <ReportWaking reportId={reportId} onAwake={() => void refetch()} onRetry={() => void refetch()} />
  if (error) return <NotOpened failure={error} onRetry={() => void refetch()} />
  if (!data || isFetching) return <ReportPageSkeleton />
  const opened =
    firstPage === undefined ? data : { ...data, saved: { filters: [], slicers: [], ...data.saved, page: firstPage } }
  return <ReportStage opened={opened} onEnded={() => setEnded(true)} onReopen={() => void refetch()} />
}

/** A missing report stays missing: a retry is offered only when it may help. */
function NotOpened({ failure, onRetry }: { failure: CallFailure; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <FailedState failure={failure} {...(failure.http === 404 || failure.http === 403 ? {} : { onRetry })}>
      <Button component={PathLink} to="/">
        {t('general.page.home')}
      </Button>
    </FailedState>
  )
}

function AccessEnded() {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('reports.view.ended.title')}
      text={t('reports.view.ended.text')}
      icon={<IconLockOff size={22} stroke={1.6} aria-hidden />}
    >
      <Button component={PathLink} to="/">
        {t('general.page.home')}
      </Button>
    </EmptyState>
  )
}
