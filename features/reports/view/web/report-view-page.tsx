// The reader's page: the report with its tools, from opening to the end of the grant. powerbi/web embeds reports of both services. Next:
// report-more-tools.tsx, features/reports/stage/web/report-stage.tsx.
import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { IconLockOff } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useSpreadLiveEvent } from '#platform/web/live/use-live-events.ts'
import { PathLink, useGo, usePathPart } from '#platform/web/routing/path.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { checkExists, openReport } from '../contract.ts'
import { KnownFault } from '#features/reports/faults/web/exports.tsx'
import { readReportMaintenance } from '#features/reports/maintenance/contract.ts'
import { readSavedView } from '#features/reports/saved-views/contract.ts'
import { ReportMaintenance, useAtMaintenance } from './report-maintenance.tsx'
import {
  type FirstState,
  type OpeningRequest,
  emptyRequest,
  openingOf,
  ReportPageSkeleton,
  ReportStage,
  type ReportState,
  reportStates,
  type ViewScreen,
} from '#features/reports/stage/web/exports.tsx'
import { MoreTools } from './report-more-tools.tsx'
import { ReportWaking } from './report-waking.tsx'

/** Most reports have no terms. */
const ReportTerms = lazy(() =>
  import('#features/organisation/user-terms/web/exports.tsx').then((module) => ({ default: module.ReportTerms })),
)
const ReportEditor = lazy(() => import('./report-editor.tsx').then((module) => ({ default: module.ReportEditor })))

export function ReportViewPage() {
  const reportId = usePathPart('id')
  const { page, filter, view }: Record<string, string | undefined> = useSearch({ strict: false })
  const go = useGo()
  const show = useCallback(
    (viewId: string | null) =>
      go(`/${reportId}/reports/view${viewId === null ? '' : `?view=${viewId}`}`, { replace: true }),
    [go, reportId],
  )
  const request = useMemo(() => requestOf({ page, filter, view }), [page, filter, view])
  // The key gives another report new state.
  return <OpenedReport key={reportId} reportId={reportId} request={request} onShowView={show} />
}

/** The report in a page of another site: without the frame of the portal, and opened at the page that the URL names. */
export function EmbeddedReportPage() {
  const reportId = usePathPart('id')
  const { page, filter }: Record<string, string | undefined> = useSearch({ strict: false })
  const request = useMemo(() => requestOf({ page, filter }), [page, filter])
  return (
    <main>
      <OpenedReport key={reportId} reportId={reportId} request={request} />
    </main>
  )
}

/** The page, filter and view of a URL. An empty parameter requests nothing. */
const requestOf = ({
  page,
  filter,
  view,
}: Partial<Record<keyof OpeningRequest, string | undefined>>): OpeningRequest => ({
  page: page || null,
  filter: filter?.trim() || null,
  view: view || null,
})

const isId = (text: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

type OpenedReportProps = {
  reportId: string
  /** The page, filter and view that the URL requests. */
  request?: OpeningRequest
  /** The page to open instead of the person's last one. */
  firstPage?: string
  /** The state to open instead of the person's own. */
  firstState?: FirstState
  /** Sets or removes the view in the URL; if it is absent, the page keeps the view itself. */
  onShowView?: (viewId: string | null) => void
  screen?: ViewScreen
}

/** A report with its tools. */
export function OpenedReport({
  reportId,
  request = emptyRequest,
  firstPage,
  firstState,
  onShowView,
  screen = 'report',
}: OpenedReportProps) {
  const [ended, setEnded] = useState(false)
  const [isEditing, setEditing] = useState(false)
  // The number makes a second reset at the same page a new opening.
  const [reset, setReset] = useState<{ page: string | null; number: number } | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const go = useGo()
  const openingRequest = useMemo(
    () => ({ ...request, page: request.page ?? firstPage ?? null, view: request.view ?? chosen }),
    [request, firstPage, chosen],
  )
  const viewId = openingRequest.view !== null && isId(openingRequest.view) ? openingRequest.view : null
  const { data: view, isLoading: isViewLoading } = useCallQuery(
    readSavedView,
    { reportId, id: viewId ?? '' },
    { enabled: viewId !== null, freshFor: Infinity, once: true },
  )
  // A token is for one opening: it is never taken from a cache and never refetched in the background. The answer has the person's last page
  // and filters, so the server must have stored them before.
  const { data, error, refetch, isFetching } = useCallQuery(
    openReport,
    { reportId, page: firstPage ?? null },
    { freshFor: Infinity, once: true, after: () => reportStates.stored(reportId) },
  )
  const openingKey = JSON.stringify([openingRequest, reset])
  // The state that the report shows, which a later opening for the same request begins with. The server does not have this state if the
  // person follows a link, or if the business unit stores none.
  const [present, setPresent] = useState<{ openingKey: string; state: ReportState } | null>(null)
  const displayedState = present?.openingKey === openingKey ? present.state : null
  const isKeptOut = error?.key === 'report_in_maintenance'
  const checkAccess = useCallback(async () => {
    const { status } = await ask(checkExists, { reportId })
    if (!status) return setEnded(true)
    // A report in maintenance is read again, because an administrator may have ended or moved the maintenance.
    if (isKeptOut || (await ask(readReportMaintenance, { reportId })).maintenance) void refetch()
  }, [reportId, isKeptOut, refetch])
  const opening = useMemo(
    () =>
      data &&
      openingOf(data, {
        request: openingRequest,
        view: viewId === null ? undefined : view,
        firstState: firstState ?? null,
        reset,
        displayedState,
      }),
    [data, openingRequest, viewId, view, firstState, reset, displayedState],
  )
  // Another request is another opening, which needs a new token.
  const [openedFor, setOpenedFor] = useState(openingKey)
  useEffect(() => {
    if (openedFor !== openingKey) void refetch().then(() => setOpenedFor(openingKey))
  }, [openedFor, openingKey, refetch])
  useAtMaintenance(data?.maintenance_in_ms ?? null, () => void refetch())
  useSpreadLiveEvent('access_changed', () => {
    // If the answer does not arrive, the report stays open: the server ends its token in any case.
    checkAccess().catch(() => undefined)
  })
  if (ended) return <AccessEnded />
  if (isEditing) {
    const leave = () => {
      setEditing(false)
      void refetch()
    }
    return (
      <Suspense fallback={<ReportPageSkeleton />}>
        <ReportEditor reportId={reportId} onLeave={leave} onEnded={() => setEnded(true)} />
      </Suspense>
    )
  }
  if (error?.key === 'report_terms_due') {
    return (
      <>
        <ReportPageSkeleton />
        <Suspense>
          <ReportTerms reportId={reportId} onDone={() => void refetch()} onLeave={() => go('/')} />
        </Suspense>
      </>
    )
  }
  if (isKeptOut && !isFetching) return <ReportMaintenance reportId={reportId} onOver={() => void refetch()} />
  if (error?.key === 'report_capacity_paused' && !isFetching)
    return <ReportWaking reportId={reportId} onAwake={() => void refetch()} onRetry={() => void refetch()} />
  if (error) return <NotOpened failure={error} onRetry={() => void refetch()} />
  if (!opening || isFetching || isViewLoading || openedFor !== openingKey) return <ReportPageSkeleton />
  const show = (id: string | null) => {
    setReset(null)
    if (id !== viewId) setPresent(null)
    if (onShowView) onShowView(id)
    else setChosen(id)
  }
  const resetToPage = (page: string | null) => {
    setChosen(null)
    setReset((before) => ({ page, number: (before?.number ?? 0) + 1 }))
    if (openingRequest.view !== null || openingRequest.filter !== null) onShowView?.(null)
  }
  return (
    <ReportStage
      opening={opening}
      onEnded={() => setEnded(true)}
      onReopen={() => void refetch()}
      onChange={(state) => setPresent({ openingKey, state })}
      renderMore={(report) => (
        <MoreTools
          opening={opening}
          report={report}
          onReset={resetToPage}
          onShowView={show}
          onEdit={() => setEditing(true)}
        />
      )}
      notice={<KnownFault reportId={reportId} />}
      screen={screen}
    />
  )
}

/** The failure of opening a report. A retry is offered only if it may help: a report without access stays so. */
function NotOpened({ failure, onRetry }: { failure: CallFailure; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <FailedState failure={failure} {...([403, 404, 409].includes(failure.http) ? {} : { onRetry })}>
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
