// The start page of most people: shelves of the latest, favourite and last opened reports.
import { IconReportAnalytics } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { now } from '#platform/web/clock.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { withAllPhrases } from '#platform/web/language/language.ts'
import { useCan, useSession } from '#platform/web/session/use-session.ts'
import { useOnApp } from '#platform/web/ui/use-on-app.ts'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { listExternal } from '#features/reports/external/contract.ts'
import { readShelves } from '../contract.ts'
import { HomeShelf } from './home-shelf.tsx'
import { HomeSkeleton } from './home-skeleton.tsx'

/** The shelf of external reports, loaded lazily because few people have them. */
const ExternalReports = lazy(
  withAllPhrases(() =>
    import('#features/reports/external/web/exports.tsx').then((module) => ({ default: module.ExternalShelf })),
  ),
)
const HomeStart = lazy(
  withAllPhrases(() => import('./home-start.tsx').then((module) => ({ default: module.HomeStart }))),
)

export function HomePage() {
  const { t } = useTranslation()
  const { user, tenantName } = useSession()
  const part = useDayPart()
  const name = user.name.split(' ')[0] ?? user.name
  return (
    <>
      <PageHeader title={t(`home.shelves.greeting.${part}`, { name })} text={tenantName ?? undefined} />
      <Shelves />
    </>
  )
}

function Shelves() {
  const { t } = useTranslation()
  const isOnApp = useOnApp()
  const { data, error, refetch } = useCallQuery(readShelves, isOnApp ? { app: true } : {})
  const mayOpenExternal = useCan('external_report.open') && !isOnApp
  const external = useCallQuery(listExternal, {}, { enabled: mayOpenExternal, freshFor: 60_000 })
  const hasExternal = (external.data?.data.length ?? 0) > 0
  if (error) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (!data) return <HomeSkeleton />
  if (Object.values(data).every((shelf) => shelf.length === 0))
    return hasExternal ? <ExternalShelf /> : external.isLoading ? <HomeSkeleton /> : <NothingYet />
  return (
    <>
      <HomeShelf title={t('home.shelves.shelf.recent')} reports={data.recent} />
      <HomeShelf title={t('home.shelves.shelf.favourites')} reports={data.favourites} />
      <HomeShelf title={t('home.shelves.shelf.most_used')} reports={data.most_used} />
      <HomeShelf title={t('home.shelves.shelf.latest')} reports={data.latest} />
      {hasExternal ? <ExternalShelf /> : null}
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
