// The statistics of the help desk: totals of the last weeks, a chart by week, and a table of the people who handle tickets.
import { Skeleton } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { ExportMenu } from '#platform/web/ui/export-menu.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FigureTile, FigureTiles } from '#platform/web/ui/figure-tile.tsx'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { ListTools } from '#platform/web/ui/list-tools.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { PlainTable } from '#platform/web/ui/plain-table.tsx'
import { UsageChart } from '#features/reports/usage/web/exports.tsx'
import { exportTicketAgents, exportTicketWeeks, readTicketStatistics, weekChoices } from '../contract.ts'
import classes from './statistics-page.module.css'

type Statistics = ReceivedOf<typeof readTicketStatistics>
type Weeks = (typeof weekChoices)[number]

export function StatisticsPage() {
  const { t } = useTranslation()
  const [weeks, setWeeks] = useState<Weeks>('12')
  const { data, error, refetch } = useCallQuery(readTicketStatistics, { weeks }, { keep: true })
  return (
    <>
      <PageHeader title={t('helpDesk.ticketStatistics.title')} text={t('helpDesk.ticketStatistics.purpose')} />
      <ListTools
        search={null}
        active={0}
        filters={
          <FilterChip
            label={t('helpDesk.ticketStatistics.field.weeks')}
            value={weeks}
            options={weekChoices.map((value) => ({
              value,
              label: t('helpDesk.ticketStatistics.lastWeeks', { count: Number(value) }),
            }))}
            onChange={(chosen) => setWeeks(chosen ?? '12')}
          />
        }
      />
      {error && !data ? <FailedState failure={error} onRetry={() => void refetch()} /> : null}
      {!error && !data ? <Skeleton height="24rem" radius="md" mt="md" aria-busy /> : null}
      {data ? <Numbers statistics={data} weeks={weeks} /> : null}
    </>
  )
}

function Numbers({ statistics, weeks }: { statistics: Statistics; weeks: Weeks }) {
  const { t } = useTranslation()
  const { day } = useFormats()
  const chart = useMemo(
    () => ({
      categories: statistics.weeks.map(({ week }) => day(week)),
      series: (['opened', 'resolved'] as const).map((key) => ({
        name: t(`helpDesk.ticketStatistics.field.${key}`),
        values: statistics.weeks.map((row) => row[key]),
      })),
    }),
    [statistics.weeks, day, t],
  )
  if (statistics.opened + statistics.resolved === 0) {
    return (
      <EmptyState
        title={t('general.list.empty')}
        text={t('helpDesk.ticketStatistics.empty')}
        icon={<IconChartBar size={22} stroke={1.6} aria-hidden />}
      />
    )
  }
  return (
    <div className={classes.parts}>
      <Totals statistics={statistics} />
      <UsageChart
        kind="bar"
        title={t('helpDesk.ticketStatistics.byWeek')}
        label={t('helpDesk.ticketStatistics.chart', { count: statistics.opened })}
        category={t('helpDesk.ticketStatistics.field.week')}
        categories={chart.categories}
        series={chart.series}
        aside={<ExportMenu call={exportTicketWeeks} input={{ weeks }} />}
      />
      <FormSection title={t('helpDesk.ticketStatistics.byAgent')} text={t('helpDesk.ticketStatistics.byAgentText')}>
        <Agents statistics={statistics} />
        <div className={classes.file}>
          <ExportMenu call={exportTicketAgents} input={{ weeks }} />
        </div>
      </FormSection>
    </div>
  )
}

/** Texts of figures that may be unknown. */
function useFigures() {
  const { number } = useFormats()
  const percent = (share: number | null) =>
    share === null ? '–' : number(share / 100, { style: 'percent', maximumFractionDigits: 0 })
  const time = (minutes: number | null) => {
    if (minutes === null) return '–'
    const [value, unit] = minutes < 120 ? [minutes, 'minute'] : [minutes / 60, 'hour']
    return number(value, { style: 'unit', unit, maximumFractionDigits: 1 })
  }
  return { percent, time, number }
}

function Totals({ statistics }: { statistics: Statistics }) {
  const { t } = useTranslation()
  const { percent, time, number } = useFigures()
  const { opened, resolved, first_answer_minutes, within_share, good_share } = statistics
  return (
    <FigureTiles>
      <FigureTile name={t('helpDesk.ticketStatistics.field.opened')} figure={number(opened)} />
      <FigureTile name={t('helpDesk.ticketStatistics.field.resolved')} figure={number(resolved)} />
      <FigureTile
        name={t('helpDesk.ticketStatistics.firstAnswer')}
        figure={time(first_answer_minutes)}
        note={t('helpDesk.ticketStatistics.median')}
      />
      <FigureTile name={t('helpDesk.ticketStatistics.within')} figure={percent(within_share)} />
      <FigureTile name={t('helpDesk.ticketStatistics.good')} figure={percent(good_share)} />
    </FigureTiles>
  )
}

function Agents({ statistics: { agents } }: { statistics: Statistics }) {
  const { t } = useTranslation()
  const { percent, time, number } = useFigures()
  return (
    <PlainTable
      label={t('helpDesk.ticketStatistics.byAgent')}
      columns={[
        t('helpDesk.ticketStatistics.field.name'),
        t('helpDesk.ticketStatistics.field.opened'),
        t('helpDesk.ticketStatistics.field.resolved'),
        t('helpDesk.ticketStatistics.firstAnswer'),
        t('helpDesk.ticketStatistics.within'),
        t('helpDesk.ticketStatistics.good'),
      ]}
    >
      {agents.map(({ name, opened, resolved, first_answer_minutes, within_share, good_share }, index) => (
        // Two people may have the same name, and the order of the rows does not change.
        <tr key={index}>
          <th scope="row">{name ?? t('helpDesk.ticketStatistics.nobody')}</th>
          <td>{number(opened)}</td>
          <td>{number(resolved)}</td>
          <td>{time(first_answer_minutes)}</td>
          <td>{percent(within_share)}</td>
          <td>{percent(good_share)}</td>
        </tr>
      ))}
    </PlainTable>
  )
}
