// The reader's page: the report with its tools, from opening to the end of the grant. powerbi/web embeds reports of both services. Next:
// report-stage.tsx, report-tools.tsx.
import { Button } from '@mantine/core'
import { IconLockOff } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newsItem } from '#features/sessions/contract.ts'
import type { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { useAsk } from '#platform/web/client/use-ask.ts'
import { useSpreadNews } from '#platform/web/live/use-live-events.ts'
import { PathLink, usePathPart } from '#platform/web/routing/path.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { LoadingOverlay } from '#platform/web/ui/loading-overlay.tsx'
import { checkExists, openReport } from '../contract.ts'
import { ReportStage } from './report-stage.tsx'

export function ReportViewPage() {
  const reportId = usePathPart('id')
  // Another report is another page: no state is kept.
  return <OpenedReport key={reportId} reportId={reportId} />
}

function OpenedReport({ reportId }: { reportId: string }) {
  const { t } = useTranslation()
  const [ended, setEnded] = useState(false)
  // A token is for one opening: it is never taken from a cache and never refetched in the background.
  const { data, error, refetch, isFetching } = useAsk(openReport, { reportId }, { freshFor: Infinity, once: true })
  const look = useCallback(async () => {
    const { status } = await ask(checkExists, { reportId })
    if (!status) setEnded(true)
  }, [reportId])
  useSpreadNews(newsItem, 'access_changed', () => {
    // If the answer does not arrive, the report stays open: the server ends its token in any case.
    look().catch(() => undefined)
  })
  if (ended) return <AccessEnded />
  if (error) return <NotOpened failure={error} onRetry={() => void refetch()} />
  if (!data || isFetching) return <LoadingOverlay label={t('reports.view.opening')} />
  return <ReportStage opened={data} onEnded={() => setEnded(true)} onReopen={() => void refetch()} />
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
