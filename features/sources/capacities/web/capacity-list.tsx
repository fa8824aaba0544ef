import { IconServerBolt } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRefreshWhile } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import type { List } from '#platform/web/routing/use-list.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { capacityCalls } from '../contract.ts'
import { capacityPlace } from './capacity-place.ts'
import { CapacityState, isUnderWay } from './capacity-state.tsx'

type Row = RowOf<typeof capacityCalls.list>

export const CapacityList = () => (
  <ListPage
    {...recordList(capacityCalls, capacityPlace)}
    icon={IconServerBolt}
    pageKey="page_resource"
    columns={useColumns()}
    renderFilters={(list) => <Watch list={list} />}
  />
)

/** Reloads the list while a change of a capacity runs. */
function Watch({ list: { answer } }: { list: List<typeof capacityCalls.list> }) {
  useRefreshWhile(answer?.data.some(({ state }) => isUnderWay(state)) === true, capacityCalls.list)
  return null
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const when = (instant: Date | null) => (instant === null ? null : dateTime(instant))
  return [
    { key: 'name', title: t('sources.capacities.field.name'), sort: 'name', width: '28%', cell: ({ name }) => name },
    {
      key: 'state',
      title: t('sources.capacities.field.state'),
      sort: 'state',
      width: '9rem',
      cell: ({ state }) => <CapacityState state={state} />,
    },
    {
      key: 'size',
      title: t('sources.capacities.field.size'),
      width: '6rem',
      labelled: true,
      cell: ({ size }) => size,
    },
    {
      key: 'switch_at',
      title: t('sources.capacities.field.switch_at'),
      width: '11rem',
      wideOnly: true,
      cell: ({ switch_at }) => when(switch_at) ?? t('sources.capacities.noSchedule'),
    },
    {
      key: 'looked_at',
      title: t('sources.capacities.field.looked_at'),
      width: '11rem',
      wideOnly: true,
      cell: ({ looked_at }) => when(looked_at),
    },
    {
      key: 'account',
      title: t('sources.capacities.field.account'),
      chosenOnly: true,
      cell: ({ account }) => account,
    },
    {
      key: 'problem',
      title: t('sources.capacities.field.problem'),
      chosenOnly: true,
      cell: ({ problem }) => (problem === null ? null : t(`sources.capacities.problems.${problem}`)),
    },
  ]
}
