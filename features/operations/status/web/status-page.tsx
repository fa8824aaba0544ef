// The platform's status: whether all is well and what to do, then figures, processes and failures. It refreshes itself.
import { Skeleton } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import type { Column } from '#platform/web/ui/column.ts'
import { RecordTable } from '#platform/web/ui/record-table.tsx'
import { showStatus } from '../contract.ts'
import { StatusSummary } from './status-summary.tsx'
import { StatusTiles } from './status-tiles.tsx'
import classes from './status-page.module.css'

type Status = ReceivedOf<typeof showStatus>
type Process = Status['processes'][number]
type Failure = Status['failures'][number]

const pollIntervalMs = 15_000

/** The tables have few rows, the most important first, so that they cannot be sorted. */
const unsorted = { sort: '', order: 'asc', onSort: () => undefined } as const

export function StatusPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useCallQuery(showStatus, {}, { keep: true })
  useEffect(() => {
    const timer = setInterval(() => void refetch(), pollIntervalMs)
    return () => clearInterval(timer)
  }, [refetch])
  const aside = data && t('operations.status.version', { version: data.version })
  return (
    <>
      <PageHeader title={t('operations.status.title')} aside={aside} text={t('operations.status.purpose')} />
      {error && !data ? <FailedState failure={error} onRetry={() => void refetch()} /> : null}
      {data ? <StatusSummary status={data} /> : null}
      {error ? null : data ? <StatusTiles status={data} /> : <Skeleton height="15rem" radius="md" />}
      {error && !data ? null : <Tables status={data} />}
    </>
  )
}

function Tables({ status }: { status: Status | undefined }) {
  const { t } = useTranslation()
  const processColumns = useProcessColumns()
  const failureColumns = useFailureColumns()
  return (
    <>
      <section className={classes.section} aria-labelledby="status-processes">
        <h2 id="status-processes">{t('operations.status.processes')}</h2>
        <RecordTable
          label={t('operations.status.processes')}
          columns={processColumns}
          rows={status?.processes}
          rowKey={({ id }) => id}
          {...unsorted}
        />
      </section>
      <section className={classes.section} aria-labelledby="status-failures">
        <h2 id="status-failures">{t('operations.status.failures')}</h2>
        {status?.failures.length === 0 ? (
          <p className={classes.quiet}>{t('operations.status.noFailures')}</p>
        ) : (
          <RecordTable
            label={t('operations.status.failures')}
            columns={failureColumns}
            rows={status?.failures}
            rowKey={({ code }) => code}
            {...unsorted}
          />
        )}
      </section>
    </>
  )
}

function useProcessColumns(): Column<Process>[] {
  const { t } = useTranslation()
  const { dateTime, number } = useFormats()
  const size = (bytes: number) => number(bytes / 1e6, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 })
  const lag = (ms: number) => number(ms, { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 })
  return [
    {
      key: 'state',
      title: t('operations.status.state'),
      width: '8rem',
      cell: ({ is_silent }) => (
        <span className={classes.state} data-well={is_silent ? undefined : true}>
          {t(is_silent ? 'operations.status.silent' : 'operations.status.alive')}
        </span>
      ),
    },
    {
      key: 'kind',
      title: t('operations.status.kind'),
      width: '8rem',
      cell: ({ kind }) => t(`operations.status.kinds.${kind}`),
    },
    { key: 'where', title: t('operations.status.where'), cell: ({ machine, pid }) => `${machine} · ${pid}` },
    {
      key: 'version',
      title: t('operations.status.versionOf'),
      width: '6rem',
      wideOnly: true,
      cell: ({ version }) => version,
    },
    {
      key: 'memory',
      title: t('operations.status.memory'),
      width: '7rem',
      wideOnly: true,
      cell: (row) => size(row.memory_bytes),
    },
    { key: 'lag', title: t('operations.status.lag'), width: '6rem', wideOnly: true, cell: ({ lag_ms }) => lag(lag_ms) },
    {
      key: 'since',
      title: t('operations.status.since'),
      width: '11rem',
      wideOnly: true,
      cell: (row) => dateTime(row.started_at),
    },
  ]
}

function useFailureColumns(): Column<Failure>[] {
  const { t } = useTranslation()
  const { dateTime, number } = useFormats()
  return [
    { key: 'code', title: t('operations.status.code'), cell: ({ code }) => <code>{code}</code> },
    { key: 'count', title: t('operations.status.count'), width: '6rem', cell: ({ count }) => number(count) },
    { key: 'last', title: t('operations.status.last'), width: '11rem', cell: ({ last_at }) => dateTime(last_at) },
  ]
}
