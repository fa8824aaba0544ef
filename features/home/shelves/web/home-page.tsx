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
import { readWelcome } from '#features/home/welcome/contract.ts'
import { listExternal } from '#features/reports/external/contract.ts'
import { ExternalShelf } from '#features/reports/external/web/exports.tsx'
import { listPins } from '#features/reports/pins/contract.ts'
import { readShelves } from '../contract.ts'
import { latestBelow } from './home-latest.ts'
import { HomeShelf } from './home-shelf.tsx'
import { ShelfSkeleton } from './home-skeleton.tsx'

async function loadParts() {
  const [welcome, only] = await Promise.all([
    import('#features/home/welcome/web/exports.tsx'),
    import('./home-only.tsx'),
  ])
  return { ...welcome, ...only }
}

const NothingYet = lazy(
  withReaderPhrases(() => import('./home-start.tsx').then((module) => ({ default: module.NothingYet }))),
)

type HomeParts = Awaited<ReturnType<typeof loadParts>>

let knownParts: HomeParts | undefined

/**
 * The parts beside the shelves; undefined while their file loads. As lazy components they would appear 300 ms later: React delays a fallback
 * that ends shortly after another one.
 */
function useHomeParts(): HomeParts | undefined {
  const [parts, setParts] = useState(knownParts)
  const [fault, setFault] = useState<Error>()
  useEffect(() => {
    const keep = (found: HomeParts) => {
      knownParts = found
      setParts(found)
    }
    loadParts().then(keep, setFault)
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
  const parts = useHomeParts()
  const welcome = useCallQuery(readWelcome, {})
  return (
    <>
      <PageHeader
        title={t(`home.shelves.greeting.${part}`, { name })}
        text={
          <>
            {tenantName}
            {parts && <parts.WelcomeNews reports={welcome.data?.new_reports ?? 0} />}
          </>
        }
      />
      <Shelves parts={parts} welcome={welcome} />
    </>
  )
}

type ShelvesProps = { parts: HomeParts | undefined; welcome: ReturnType<typeof useCallQuery<typeof readWelcome>> }

function Shelves({ parts, welcome }: ShelvesProps) {
  const { t } = useTranslation()
  const isOnApp = useOnApp()
  const asked = isOnApp ? { app: true } : {}
  const { data, error, refetch } = useCallQuery(readShelves, asked)
  // Asked at the same time as the shelves, which appear below them.
  const pins = useCallQuery(listPins, asked, { enabled: useCan('pin.keep') })
  const mayOpenExternal = useCan('external_report.open') && !isOnApp
  const external = useCallQuery(listExternal, {}, { enabled: mayOpenExternal, freshFor: 60_000 })
  const hasExternal = (external.data?.data.length ?? 0) > 0
  if (error) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (!data || !parts) return <ShelfSkeleton />
  const reports = new Map(Object.values(data).flatMap((shelf) => shelf.map((report) => [report.id, report] as const)))
  const [first] = reports.values()
  const latest = latestBelow(data.latest, [data.recent, data.granted, data.favourites, data.most_used])
  const { HomeTop, HomeOnly } = parts
  const skeleton = <ShelfSkeleton />
  return (
    <Suspense fallback={skeleton}>
      <HomeTop hasReports={first !== undefined} {...{ welcome, pins, skeleton }}>
        {first && reports.size === 1 ? (
          <HomeOnly report={first} />
        ) : (
          <>
            <HomeShelf title={t('home.shelves.shelf.recent')} reports={data.recent} />
            <HomeShelf title={t('home.shelves.shelf.granted')} reports={data.granted} />
            <HomeShelf title={t('home.shelves.shelf.favourites')} reports={data.favourites} />
            <HomeShelf title={t('home.shelves.shelf.most_used')} reports={data.most_used} />
            <HomeShelf title={t('home.shelves.shelf.latest')} reports={latest} />
          </>
        )}
        {hasExternal ? <ExternalShelf /> : first ? null : external.isLoading ? skeleton : <NothingYet />}
      </HomeTop>
    </Suspense>
  )
}

/** The time of day in the business unit's time zone, not the browser's. */
function useDayPart(): 'morning' | 'afternoon' | 'evening' {
  const hour = useFormats().hour(now())
  if (hour >= 5 && hour < 12) return 'morning'
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
}
