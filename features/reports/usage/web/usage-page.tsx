// The page of usage: totals that lead to their lists, views by day and by hour, waiting times by day. The filters are in the URL, so that a
// link to a list keeps them.
import { Skeleton } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call, ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { useGo } from '#platform/web/routing/path.tsx'
import { queryText } from '#platform/web/routing/use-list.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { ExportMenu } from '#platform/web/ui/export-menu.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FigureTile, FigureTiles } from '#platform/web/ui/figure-tile.tsx'
import { InfoButton } from '#platform/web/ui/info-button.tsx'
import { ListTools } from '#platform/web/ui/list-tools.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { makeDayClock } from '#platform/contract/week.ts'
import { exportDays, exportHours, readUsage } from '../contract.ts'
import { toSeconds } from './usage-chart-option.ts'
import { UsageChart, useChartsAhead } from './usage-chart.tsx'
import { UsageFilters, type UsageOptions } from './usage-filters.tsx'
import classes from './usage-page.module.css'

type Usage = ReceivedOf<typeof readUsage>

export function UsagePage() {
  const { t } = useTranslation()
  const [options, change] = useUsageOptions()
  const { data, error, refetch } = useCallQuery(readUsage, options, { keep: true })
  return (
    <>
      <PageHeader title={t('reports.usage.title')} text={t('reports.usage.purpose')} />
      <ListTools
        search={null}
        isNarrowed
        active={Object.values(options).filter((value) => value !== undefined).length}
        filters={<UsageFilters options={options} onChange={change} />}
      />
      {error && !data ? (
        <FailedState failure={error} onRetry={() => void refetch()} />
      ) : (
        <UsageNumbers usage={data} options={options} links exports={{ days: exportDays, hours: exportHours }} />
      )}
    </>
  )
}

/** The filters of the URL, and a function that changes them. A value that the call does not know counts as absent. */
function useUsageOptions(): [UsageOptions, (part: Partial<UsageOptions>) => void] {
  const { pathname, search } = useLocation()
  const go = useGo()
  const options = useMemo(() => {
    const parsed = readUsage.input.partial().safeParse(search)
    return parsed.success ? parsed.data : {}
  }, [search])
  return [options, (part) => go(pathname + queryText({ ...options, ...part }), { replace: true })]
}

type UsageNumbersProps = {
  usage: Usage | undefined
  options: UsageOptions
  /** Whether totals link to their lists. */
  links?: boolean
  exports?: { days: Call; hours: Call }
  /** The part of the numbers that a management report shows; absent: all. */
  shows?: Part
}

type Part = 'usage' | 'people' | 'performance'

/** The numbers of a period: totals, views by day and by hour, waiting times. */
export function UsageNumbers({ usage, options, links = false, exports, shows }: UsageNumbersProps) {
  const { t } = useTranslation()
  const { timezone } = useSession()
  useChartsAhead()
  if (usage === undefined) return <Skeleton height="24rem" radius="md" mt="md" aria-busy />
  const isEmpty = usage.views === 0 && usage.failed === 0
  return (
    <>
      <div className={classes.totals}>
        <UsageTiles usage={usage} options={options} links={links} shows={shows} />
      </div>
      {isEmpty ? (
        <EmptyState
          title={t('general.list.empty')}
          text={t('reports.usage.empty')}
          icon={<IconChartBar size={22} stroke={1.6} aria-hidden />}
        />
      ) : (
        <>
          <p className={classes.zone}>{t('reports.usage.zone', { zone: timezone })}</p>
          <UsageCharts usage={usage} options={options} exports={exports} shows={shows} />
        </>
      )}
    </>
  )
}

type UsageTilesProps = { usage: Usage; options: UsageOptions; links: boolean; shows: Part | undefined }

function UsageTiles({ usage, options, links, shows }: UsageTilesProps) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const path = (list: string, more: object = {}) =>
    links ? `/analyze/${list}${queryText({ ...options, ...more })}` : undefined
  const has = (...parts: Part[]) => shows === undefined || parts.includes(shows)
  return (
    <FigureTiles>
      {has('usage') ? (
        <FigureTile name={t('reports.usage.tile.views')} figure={number(usage.views)} to={path('pages')} />
      ) : null}
      {has('usage', 'people') ? (
        <FigureTile
          name={t('reports.usage.tile.readers')}
          figure={number(usage.readers)}
          note={t('reports.usage.tile.of', { count: usage.people })}
          about={
            <InfoButton
              name={t('reports.usage.tile.readers')}
              text={t('reports.usage.tile.readersAbout', { count: usage.people })}
            />
          }
          to={path('people', { seen: 'yes' })}
        />
      ) : null}
      {has('people') ? <SilentTiles usage={usage} path={path} /> : null}
      {has('performance') ? <TimeTiles usage={usage} path={path} /> : null}
    </FigureTiles>
  )
}

type PartTilesProps = { usage: Usage; path: (list: string, more?: object) => string | undefined }

function SilentTiles({ usage, path }: PartTilesProps) {
  const { t } = useTranslation()
  const { number } = useFormats()
  return (
    <>
      <FigureTile
        name={t('reports.usage.tile.unread')}
        figure={number(usage.unread_reports)}
        note={t('reports.usage.tile.of', { count: usage.reports })}
        about={
          <InfoButton
            name={t('reports.usage.tile.unread')}
            text={[
              t('reports.usage.tile.unreadAbout', { count: usage.reports }),
              ...(usage.tv_only_reports > 0 ? [t('reports.usage.tile.tvOnly', { count: usage.tv_only_reports })] : []),
            ].join(' ')}
          />
        }
        to={path('reports', { seen: 'no' })}
      />
      <FigureTile
        name={t('reports.usage.tile.silent')}
        figure={number(usage.silent_people)}
        to={path('people', { seen: 'no' })}
      />
    </>
  )
}

function TimeTiles({ usage, path }: PartTilesProps) {
  const { t } = useTranslation()
  const { number } = useFormats()
  return (
    <>
      <TimeTile
        name={t('reports.usage.time.load')}
        median={usage.load_p50}
        p95={usage.load_p95}
        to={path('reports', { sort: 'load_p95' })}
      />
      <TimeTile
        name={t('reports.usage.time.render')}
        median={usage.render_p50}
        p95={usage.render_p95}
        to={path('reports', { sort: 'render_p95' })}
      />
      <FigureTile name={t('reports.usage.tile.failed')} figure={number(usage.failed)} to={path('reports')} />
    </>
  )
}

function TimeTile({
  name,
  median,
  p95,
  to,
}: {
  name: string
  median: number | null
  p95: number | null
  to: string | undefined
}) {
  const { t } = useTranslation()
  const seconds = useSeconds()
  if (median === null || p95 === null)
    return <FigureTile name={name} figure="–" note={t('reports.usage.time.none')} to={to} />
  return (
    <FigureTile
      name={name}
      figure={seconds(median)}
      note={t('reports.usage.time.p95', { time: seconds(p95) })}
      about={
        <InfoButton name={name} text={t('reports.usage.time.about', { half: seconds(median), most: seconds(p95) })} />
      }
      to={to}
    />
  )
}

/** Returns a function that formats milliseconds as seconds with two decimals: 1,25 s. */
export function useSeconds(): (milliseconds: number | null) => string {
  const { t } = useTranslation()
  const { number } = useFormats()
  return (milliseconds) =>
    milliseconds === null
      ? '–'
      : t('reports.usage.time.seconds', {
          value: number(milliseconds / 1_000, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
        })
}

type UsageChartsProps = {
  usage: Usage
  options: UsageOptions
  exports: UsageNumbersProps['exports']
  shows: Part | undefined
}

function UsageCharts({ usage, options, exports, shows }: UsageChartsProps) {
  const { t } = useTranslation()
  const { day } = useFormats()
  const language = useLanguage()
  const total = usage.views
  const charts = useMemo(() => {
    const clock = makeDayClock(language)
    const values = <Key extends string>(rows: readonly Record<Key, number | null>[], key: Key) =>
      rows.map((row) => row[key])
    const both = (rows: readonly { views: number; readers: number }[]) => [
      { name: t('reports.usage.field.views'), values: values(rows, 'views') },
      { name: t('reports.usage.field.readers'), values: values(rows, 'readers') },
    ]
    return {
      days: usage.days.map((each) => day(each.day)),
      hours: usage.hours.map(({ hour }) => clock.shown(`${String(hour).padStart(2, '0')}:00`)),
      byDay: both(usage.days),
      byHour: both(usage.hours),
      waits: [
        { name: t('reports.usage.column.render_p50'), values: values(usage.days, 'render_p50').map(toSeconds) },
        { name: t('reports.usage.column.render_p95'), values: values(usage.days, 'render_p95').map(toSeconds) },
      ],
    }
  }, [usage, day, language, t])
  const has = (...parts: Part[]) => shows === undefined || parts.includes(shows)
  return (
    <div className={classes.charts}>
      {has('usage', 'people') ? (
        <UsageChart
          kind="bar"
          title={t('reports.usage.byDay.title')}
          label={t('reports.usage.byDay.chart', { count: total })}
          category={t('reports.usage.field.day')}
          categories={charts.days}
          series={charts.byDay}
          aside={exports && <ExportMenu call={exports.days} input={options} />}
        />
      ) : null}
      {has('usage') ? (
        <UsageChart
          kind="bar"
          title={t('reports.usage.byHour.title')}
          label={t('reports.usage.byHour.chart', { count: total })}
          category={t('reports.usage.field.hour')}
          categories={charts.hours}
          series={charts.byHour}
          aside={exports && <ExportMenu call={exports.hours} input={options} />}
        />
      ) : null}
      {has('performance') && usage.render_p50 !== null ? (
        <UsageChart
          kind="line"
          title={t('reports.usage.times.title')}
          label={t('reports.usage.times.chart')}
          category={t('reports.usage.field.day')}
          categories={charts.days}
          series={charts.waits}
        />
      ) : null}
    </div>
  )
}
