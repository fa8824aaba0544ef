// The planned refreshes of one week: a column for each day, on a phone a list of days.
import { Button, Skeleton } from '@mantine/core'
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { dayIn } from '#platform/contract/local-time.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { now } from '#platform/web/clock.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { PathLink, useGo } from '#platform/web/routing/path.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { makeDayClock } from '#platform/contract/week.ts'
import { readCalendar } from '../contract.ts'
import classes from './dataset-calendar.module.css'
import { datasetPlace, refreshesPath } from './dataset-place.ts'

type Run = ReceivedOf<typeof readCalendar>['data'][number]

const dayMs = 86_400_000
const shifted = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

export function DatasetCalendarPage() {
  const { t } = useTranslation()
  const { timezone } = useSession()
  const { search } = useLocation()
  const go = useGo()
  const today = dayIn(timezone, now())
  const requestedDay = (search as { from?: string }).from ?? ''
  const from = /^\d{4}-\d\d-\d\d$/.test(requestedDay) && !Number.isNaN(Date.parse(requestedDay)) ? requestedDay : today
  const { data, error, refetch } = useCallQuery(readCalendar, { from }, { keep: true })
  const show = (day: string) => go(`${refreshesPath}?from=${day}`, { replace: true })
  return (
    <>
      <PageHeader
        title={t('reports.datasets.refreshes.title')}
        text={t('reports.datasets.calendarText', { zone: timezone })}
      >
        <DatasetsLink />
        <Button
          variant="default"
          px="xs"
          aria-label={t('reports.datasets.earlier')}
          onClick={() => show(shifted(from, -7))}
        >
          <IconChevronLeft size={16} aria-hidden />
        </Button>
        <Button variant="default" onClick={() => show(today)}>
          {t('reports.datasets.thisWeek')}
        </Button>
        <Button
          variant="default"
          px="xs"
          aria-label={t('reports.datasets.later')}
          onClick={() => show(shifted(from, 7))}
        >
          <IconChevronRight size={16} aria-hidden />
        </Button>
      </PageHeader>
      {error && !data ? (
        <FailedState failure={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton h={240} radius="md" />
      ) : (
        <>
          {data.data.length === 0 ? <NothingPlanned /> : <Week from={from} today={today} runs={data.data} />}
          <Unplanned datasets={data.unplanned} />
        </>
      )}
    </>
  )
}

/** Each leads to its page, where its days and times are chosen. */
function Unplanned({ datasets }: { datasets: ReceivedOf<typeof readCalendar>['unplanned'] }) {
  const { t } = useTranslation()
  if (datasets.length === 0) return null
  return (
    <section className={classes.unplanned} aria-labelledby="unplanned">
      <h2 id="unplanned" className={classes.name}>
        {t('reports.datasets.unplanned')}
      </h2>
      <ul className={classes.names}>
        {datasets.map(({ dataset_id, name }) => (
          <li key={dataset_id}>
            <PathLink to={`${datasetPlace.path}/${dataset_id}#enabled`} className={classes.run ?? ''}>
              {name}
            </PathLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function NothingPlanned() {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('general.list.empty')}
      text={t('reports.datasets.calendarEmpty')}
      icon={<IconCalendar size={22} stroke={1.6} aria-hidden />}
    >
      <DatasetsLink />
    </EmptyState>
  )
}

/** Days and times are chosen in each data set. */
function DatasetsLink() {
  const { t } = useTranslation()
  return (
    <Button variant="default" renderRoot={(props) => <PathLink to={datasetPlace.path} {...props} />}>
      {t('reports.datasets.title')}
    </Button>
  )
}

function Week({ from, today, runs }: { from: string; today: string; runs: Run[] }) {
  const language = useLanguage()
  const { day } = useFormats()
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  return (
    <ol className={classes.week}>
      {Array.from({ length: 7 }, (_, offset) => shifted(from, offset)).map((date) => (
        <li key={date} className={classes.day} data-today={date === today || undefined}>
          <h2 className={classes.name}>
            {weekday.format(new Date(date))} <span>{day(date).slice(0, 5)}</span>
          </h2>
          <ul className={classes.runs}>
            {runs
              .filter((run) => run.day === date)
              .map((run) => (
                <li key={`${run.dataset_id} ${run.time}`}>
                  <RunLink {...run} />
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

function RunLink({ dataset_id, name, time, followers }: Run) {
  const { t } = useTranslation()
  const { shown } = makeDayClock(useLanguage())
  return (
    <PathLink to={`${datasetPlace.path}/${dataset_id}`} className={classes.run ?? ''}>
      <strong>{shown(time)}</strong> {name}
      {followers.length === 0 ? null : (
        <small>{t('reports.datasets.followers', { names: followers.join(', ') })}</small>
      )}
    </PathLink>
  )
}
