// The start page of most people: shelves of the latest, favourite and last opened reports.
import { IconReportAnalytics } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { now } from '#platform/web/clock.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { withAllPhrases } from '#platform/web/language/language.ts'
import { useCan, useSession } from '#platform/web/session/use-session.ts'
import { useOnApp } from '#platform/web/ui/use-on-app.ts'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { readWelcome } from '#features/home/welcome/contract.ts'
import { listExternal } from '#features/reports/external/contract.ts'
import { listPins } from '#features/reports/pins/contract.ts'
import { PinnedSkeleton } from '#features/reports/pins/web/exports.tsx'
import { readShelves } from '../contract.ts'
import { OnlyReport } from './home-card.tsx'
import { HomeShelf } from './home-shelf.tsx'
import classes from './home-shelf.module.css'
import { HomeSkeleton } from './home-skeleton.tsx'

/** The shelf of external reports, loaded lazily because few people have them. */
const ExternalReports = lazy(
  withAllPhrases(() =>
    import('#features/reports/external/web/exports.tsx').then((module) => ({ default: module.ExternalShelf })),
  ),
)
const PinnedVisuals = lazy(
  withAllPhrases(() =>
    import('#features/reports/pins/web/exports.tsx').then((module) => ({ default: module.PinnedVisuals })),
  ),
)
const welcomePart = <Name extends 'FirstSteps' | 'PinHint' | 'WelcomeNews'>(name: Name) =>
  withAllPhrases(() => import('#features/home/welcome/web/exports.tsx').then((module) => ({ default: module[name] })))
const FirstSteps = lazy(welcomePart('FirstSteps'))
const PinHint = lazy(welcomePart('PinHint'))
const WelcomeNews = lazy(welcomePart('WelcomeNews'))
const HomeStart = lazy(
  withAllPhrases(() => import('./home-start.tsx').then((module) => ({ default: module.HomeStart }))),
)

export function HomePage() {
  const { t } = useTranslation()
  const { user, tenantName } = useSession()
  const part = useDayPart()
  const name = user.name.split(' ')[0] ?? user.name
  const { data: welcome, isLoading } = useCallQuery(readWelcome, {})
  return (
    <>
      <PageHeader
        title={t(`home.shelves.greeting.${part}`, { name })}
        text={
          <>
            {tenantName}
            <Suspense>
              <WelcomeNews reports={welcome?.new_reports ?? 0} />
            </Suspense>
          </>
        }
      />
      <Shelves welcome={welcome} isWaiting={isLoading} />
    </>
  )
}

type Welcome = ReceivedOf<typeof readWelcome> | undefined

/** The figures, hints and shelves of the page. All answers are awaited, so that nothing moves down when the last one arrives. */
function Shelves({ welcome, isWaiting }: { welcome: Welcome; isWaiting: boolean }) {
  const { t } = useTranslation()
  const isOnApp = useOnApp()
  const { data, error, refetch } = useCallQuery(readShelves, isOnApp ? { app: true } : {})
  const mayPin = useCan('pin.keep')
  const pins = useCallQuery(listPins, isOnApp ? { app: true } : {}, { enabled: mayPin })
  const mayOpenExternal = useCan('external_report.open') && !isOnApp
  const external = useCallQuery(listExternal, {}, { enabled: mayOpenExternal, freshFor: 60_000 })
  const hasExternal = (external.data?.data.length ?? 0) > 0
  if (error) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (!data || isWaiting || pins.isLoading) return <HomeSkeleton />
  const steps = welcome?.hints.includes('first_steps') && welcome.done_steps
  const guide = steps ? (
    <Suspense fallback={<div className={classes.reserved} />}>
      <FirstSteps done={steps} />
    </Suspense>
  ) : null
  const reports = new Map(Object.values(data).flatMap((shelf) => shelf.map((report) => [report.id, report] as const)))
  if (reports.size === 0)
    return (
      <>
        {guide}
        {hasExternal ? <ExternalShelf /> : external.isLoading ? <HomeSkeleton /> : <NothingYet />}
      </>
    )
  const [only] = reports.size === 1 ? [...reports.values()] : []
  return (
    <>
      {guide}
      {pins.data && pins.data.length > 0 ? (
        <Suspense fallback={<PinnedSkeleton pins={pins.data} />}>
          <PinnedVisuals pins={pins.data} />
        </Suspense>
      ) : mayPin && pins.data && welcome?.hints.includes('pins') ? (
        <Suspense fallback={<div className={classes.reservedLine} />}>
          <PinHint />
        </Suspense>
      ) : null}
      {only ? (
        <>
          <OnlyReport report={only} />
          {hasExternal ? <ExternalShelf /> : null}
        </>
      ) : (
        <>
          <HomeShelf title={t('home.shelves.shelf.recent')} reports={data.recent} />
          <HomeShelf title={t('home.shelves.shelf.favourites')} reports={data.favourites} />
          <HomeShelf title={t('home.shelves.shelf.most_used')} reports={data.most_used} />
          <HomeShelf title={t('home.shelves.shelf.latest')} reports={data.latest} />
          {hasExternal ? <ExternalShelf /> : null}
        </>
      )}
    </>
  )
}

function ExternalShelf() {
  return (
    <Suspense>
      <ExternalReports />
    </Suspense>
  )
}

function NothingYet() {
  const { t } = useTranslation()
  const mayAdd = useCan('report.add')
  return (
    <EmptyState
      title={t('home.shelves.empty.title')}
      text={t(mayAdd ? 'home.shelves.empty.manager' : 'home.shelves.empty.text')}
      icon={<IconReportAnalytics size={22} stroke={1.6} aria-hidden />}
    >
      {mayAdd ? (
        <Suspense>
          <HomeStart />
        </Suspense>
      ) : null}
    </EmptyState>
  )
}

/** The time of day in the business unit's time zone, not the browser's. */
function useDayPart(): 'morning' | 'afternoon' | 'evening' {
  const hour = useFormats().hour(now())
  if (hour >= 5 && hour < 12) return 'morning'
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
}
