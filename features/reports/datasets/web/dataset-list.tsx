import { Button } from '@mantine/core'
import { IconCalendar, IconDatabase } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { PathLink } from '#platform/web/routing/path.tsx'
import type { List } from '#platform/web/routing/use-list.ts'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import type { Column } from '#platform/web/ui/column.ts'
import { exportDatasets, listDatasets, refreshStates } from '../contract.ts'
import { useFollowedRefreshes } from './dataset-live.ts'
import { datasetPlace, refreshesPath } from './dataset-place.ts'
import { RefreshItem } from './dataset-refresh.tsx'
import { DatasetState, isUnderWay } from './dataset-state.tsx'

type Row = RowOf<typeof listDatasets>

export function DatasetList() {
  return (
    <ListPage
      list={listDatasets}
      file={exportDatasets}
      {...datasetPlace}
      icon={IconDatabase}
      pageKey="page_dataset"
      renderBegin={(list) => <Begin list={list} />}
      beginsAbove
      columns={useColumns()}
      renderFilters={(list) => <StateFilter list={list} />}
      renderActions={(row) => (row.can.includes('refresh') ? <Refresh key="refresh" row={row} /> : null)}
    />
  )
}

function Refresh({ row: { id, last_state, used, limit } }: { row: Row }) {
  return <RefreshItem id={id} disabled={isUnderWay(last_state) || used >= limit} />
}

function Begin({ list: { answer } }: { list: List<typeof listDatasets> }) {
  const { t } = useTranslation()
  useFollowedRefreshes(answer?.data.some(({ last_state }) => isUnderWay(last_state)) === true)
  return (
    <Button
      variant="default"
      leftSection={<IconCalendar size={16} stroke={1.8} aria-hidden />}
      renderRoot={(props) => <PathLink to={refreshesPath} {...props} />}
    >
      {t('reports.datasets.refreshes.title')}
    </Button>
  )
}

function StateFilter({ list: { options, change } }: { list: List<typeof listDatasets> }) {
  const { t } = useTranslation()
  return (
    <FilterChip
      label={t('reports.datasets.state')}
      value={options.state}
      options={refreshStates.map((value) => ({ value, label: t(`reports.datasets.states.${value}`) }))}
      onChange={(state) => change({ state })}
    />
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { dateTime, number } = useFormats()
  return [
    { key: 'name', title: t('reports.datasets.field.name'), sort: 'name', width: '26%', cell: ({ name }) => name },
    { key: 'workspace', title: t('reports.datasets.workspace'), wideOnly: true, cell: ({ workspace }) => workspace },
    {
      key: 'reports',
      title: t('reports.datasets.reports'),
      chosenOnly: true,
      cell: ({ reports }) => reports.join(', '),
    },
    {
      key: 'state',
      title: t('reports.datasets.state'),
      width: '10rem',
      cell: ({ last_state }) =>
        last_state === null ? t('reports.datasets.never') : <DatasetState state={last_state} />,
    },
    {
      key: 'last_at',
      title: t('reports.datasets.lastAt'),
      sort: 'last_at',
      width: '11rem',
      cell: ({ last_at }) => (last_at === null ? null : dateTime(last_at)),
    },
    {
      key: 'next_at',
      title: t('reports.datasets.nextAt'),
      sort: 'next_at',
      width: '11rem',
      wideOnly: true,
      cell: ({ next_at }) => (next_at === null ? t('reports.datasets.notPlanned') : dateTime(next_at)),
    },
    {
      key: 'used',
      title: t('reports.datasets.used'),
      width: '8rem',
      labelled: true,
      cell: ({ used, limit }) => t('reports.datasets.usedOf', { used: number(used), limit: number(limit) }),
    },
  ]
}
