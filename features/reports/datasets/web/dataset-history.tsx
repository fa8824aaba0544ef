import { Alert, Skeleton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { CellNote, PlainTable } from '#platform/web/ui/plain-table.tsx'
import { listRefreshes } from '../contract.ts'
import { useFollowedRefreshes } from './dataset-live.ts'
import { DatasetState, isUnderWay } from './dataset-state.tsx'
import { duration, tookMs } from './refresh-duration.ts'

type Refresh = ReceivedOf<typeof listRefreshes>['data'][number]

export function DatasetHistory({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useCallQuery(listRefreshes, { id })
  useFollowedRefreshes(data?.data.some(({ state }) => isUnderWay(state)) === true)
  return (
    <FormSection title={t('reports.datasets.history')} text={t('reports.datasets.historyText')}>
      {data ? (
        <Known {...data} />
      ) : error ? (
        <FailedState failure={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton h={160} />
      )}
    </FormSection>
  )
}

function Known({ complete, used, limit, data }: ReceivedOf<typeof listRefreshes>) {
  const { t } = useTranslation()
  const left = Math.max(0, limit - used)
  return (
    <>
      <Text fw={left <= 2 ? 600 : 400} c={left === 0 ? 'var(--danger)' : 'var(--ink)'}>
        {t('reports.datasets.left', { count: left, limit })}
      </Text>
      {complete ? null : <Alert color="yellow">{t('reports.datasets.incomplete')}</Alert>}
      {data.length === 0 ? <Text c="dimmed">{t('reports.datasets.noHistory')}</Text> : <Table refreshes={data} />}
    </>
  )
}

function Table({ refreshes }: { refreshes: Refresh[] }) {
  const { t } = useTranslation()
  return (
    <PlainTable
      label={t('reports.datasets.history')}
      columns={[
        t('reports.datasets.startedAt'),
        t('reports.datasets.outcome'),
        t('reports.datasets.took'),
        t('reports.datasets.cause'),
      ]}
    >
      {refreshes.map((refresh) => (
        <Row key={refresh.id} {...refresh} />
      ))}
    </PlainTable>
  )
}

function Row(refresh: Refresh) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const { started_at, state, problem, advice, service_code, cause, person } = refresh
  const took = tookMs(refresh)
  return (
    <tr>
      <td>{dateTime(started_at)}</td>
      <td>
        <DatasetState state={state} />
        {problem === null ? null : <CellNote>{t(`reports.datasets.problems.${problem}`)}</CellNote>}
        {advice === null ? null : <CellNote>{t(`reports.datasets.advice.${advice}`)}</CellNote>}
        {service_code === null ? null : <CellNote code>{t('reports.datasets.code', { code: service_code })}</CellNote>}
      </td>
      <td>{took === null || state === 'refused' ? '–' : duration(took)}</td>
      <td>{person ?? t(`reports.datasets.causes.${cause}`)}</td>
    </tr>
  )
}
