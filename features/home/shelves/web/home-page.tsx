// The start page of most people: shelves of the latest, favourite and last opened reports.
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { now } from '#platform/web/clock.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { withReaderPhrases } from '#platform/web/language/language.ts'
import { useCan, useSession } from '#platform/web/session/use-session.ts'
import { useOnApp } from '#platform/web/ui/use-on-app.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { listExternal } from '#features/reports/external/contract.ts'
import { readShelves } from '../contract.ts'
import { HomeShelf } from './home-shelf.tsx'
import { HomeSkeleton } from './home-skeleton.tsx'

/** The shelf of external reports, loaded lazily because few people have them. */
const ExternalReports = lazy(
  withReaderPhrases(() =>
    import('#features/reports/external/web/exports.tsx').then((module) => ({ default: module.ExternalShelf })),
  ),
)
const loadWelcome = withReaderPhrases(() => import('#features/home/welcome/web/exports.tsx'))
const HomeOnly = lazy(
  withReaderPhrases(() => import('./home-only.tsx').then((module) => ({ default: module.HomeOnly }))),
)
const NothingYet = lazy(
  withReaderPhrases(() => import('./home-start.tsx').then((module) => ({ default: module.NothingYet }))),
)

type WelcomeParts = Awaited<ReturnType<typeof loadWelcome>>

let knownParts: WelcomeParts | undefined

/**
 * The parts beside the shelves; undefined while their file loads. As lazy components they would appear 300 ms later: React delays a fallback
 * that ends shortly after another one.
 */
function useWelcomeParts(): WelcomeParts | undefined {
  const [parts, setParts] = useState(knownParts)
  const [fault, setFault] = useState<Error>()
  useEffect(() => {
    const keep = (found: WelcomeParts) => {
      knownParts = found
      setParts(found)
    }
    loadWelcome().then(keep, setFault)
  }, [])
  // The error boundary of the page shows it.
  if (fault) throw fault
  return parts
}

export function HomePage() {
  const { t } = useTranslation()
  const { user, tenantName } = useSession()
  const part = useDayPart()
  const name = user.name.split(' ')[0] ?? user.name
  const parts = useWelcomeParts()
  return (
    <>
      <PageHeader
        title={t(`home.shelves.greeting.${part}`, { name })}
        text={
          <>
            {tenantName}
            {parts && <parts.WelcomeNews />}
          </>
        }
      />
      <Shelves parts={parts} />
    </>
  )
}

function Shelves({ parts }: { parts: WelcomeParts | undefined }) {
  const { t } = useTranslation()
  const isOnApp = useOnApp()
  const { data, error, refetch } = useCallQuery(readShelves, isOnApp ? { app: true } : {})
  const mayOpenExternal = useCan('external_report.open') && !isOnApp
  const external = useCallQuery(listExternal, {}, { enabled: mayOpenExternal, freshFor: 60_000 })
  const hasExternal = (external.data?.data.length ?? 0) > 0
  if (error) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (!data || !parts) return <HomeSkeleton />
  const reports = new Map(Object.values(data).flatMap((shelf) => shelf.map((report) => [report.id, report] as const)))
  const [first] = reports.values()
  const above = new Set([data.recent, data.favourites, data.most_used].flatMap((shelf) => shelf.map(({ id }) => id)))
  const latest = data.latest.filter(({ id }) => !above.has(id))
  const { HomeTop } = parts
  return (
    <Suspense fallback={<HomeSkeleton />}>
      <HomeTop hasReports={first !== undefined} skeleton={<HomeSkeleton />}>
        {first && reports.size === 1 ? (
          <Suspense fallback={<HomeSkeleton />}>
            <HomeOnly report={first} />
          </Suspense>
        ) : (
          <>
            <HomeShelf title={t('home.shelves.shelf.recent')} reports={data.recent} />
            <HomeShelf title={t('home.shelves.shelf.favourites')} reports={data.favourites} />
            <HomeShelf title={t('home.shelves.shelf.most_used')} reports={data.most_used} />
            <HomeShelf title={t('home.shelves.shelf.latest')} reports={latest} />
          </>
        )}
        {hasExternal ? <ExternalShelf /> : first ? null : external.isLoading ? <HomeSkeleton /> : <NothingYet />}
      </HomeTop>
    </Suspense>
  )
}

function ExternalShelf() {
  return (
    <Suspense>
      <ExternalReports />
    </Suspense>
  )
}

/** The time of day in the business unit's time zone, not the browser's. */
function useDayPart(): 'morning' | 'afternoon' | 'evening' {
  const hour = useFormats().hour(now())
  if (hour >= 5 && hour < 12) return 'morning'
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
}
