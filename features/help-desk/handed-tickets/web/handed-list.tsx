// The tickets that were handed up to the staff. Next: handed-page.tsx (one ticket).
import { Menu } from '@mantine/core'
import { IconEye, IconLifebuoy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PriorityLabel, StatusBadge } from '#features/help-desk/tickets/web/exports.tsx'
import { ticketStatuses, titleOf } from '#features/help-desk/tickets/contract.ts'
import { now } from '#platform/web/clock.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { useGo } from '#platform/web/routing/path.tsx'
import type { Column } from '#platform/web/ui/column.ts'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { listHanded } from '../contract.ts'
import { handedPlace } from './handed-place.ts'

type Row = RowOf<typeof listHanded>

export function HandedList() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...handedPlace}
      icon={IconLifebuoy}
      list={listHanded}
      pageKey="page_handed_ticket"
      columns={useColumns()}
      nameOf={titleOf}
      renderFilters={({ options: { status }, change }) => (
        <FilterChip
          label={t('helpDesk.handedTickets.field.status')}
          value={status}
          options={ticketStatuses.map((value) => ({ value, label: t(`helpDesk.tickets.status.${value}`) }))}
          onChange={(chosen) => change({ status: chosen })}
        />
      )}
      renderActions={(row) => <OpenItem key="own" row={row} />}
    />
  )
}

function OpenItem({ row: { id } }: { row: Row }) {
  const { t } = useTranslation()
  const go = useGo()
  return (
    <Menu.Item leftSection={<IconEye size={16} aria-hidden />} onClick={() => go(`${handedPlace.path}/${id}`)}>
      {t('helpDesk.tickets.action.open')}
    </Menu.Item>
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  return [
    {
      key: 'name',
      title: t('helpDesk.handedTickets.field.name'),
      sort: 'name',
      cell: titleOf,
    },
    {
      key: 'unit',
      title: t('helpDesk.handedTickets.field.unit'),
      sort: 'unit',
      labelled: true,
      cell: ({ unit }) => unit,
    },
    {
      key: 'level',
      title: t('helpDesk.tickets.field.level'),
      labelled: true,
      cell: ({ level }) => t(`helpDesk.tickets.level.${level}`),
    },
    {
      key: 'status',
      title: t('helpDesk.handedTickets.field.status'),
      width: '8.75rem',
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      key: 'priority',
      title: t('helpDesk.handedTickets.field.priority'),
      sort: 'priority',
      width: '7.25rem',
      labelled: true,
      cell: ({ priority }) => <PriorityLabel priority={priority} />,
    },
    {
      key: 'due_at',
      title: t('helpDesk.tickets.field.due_at'),
      sort: 'due_at',
      labelled: true,
      cell: ({ due_at }) =>
        due_at === null ? (
          '–'
        ) : due_at <= now() ? (
          <strong>{t('helpDesk.handedTickets.overdue', { when: dateTime(due_at) })}</strong>
        ) : (
          dateTime(due_at)
        ),
    },
    {
      key: 'changed_at',
      title: t('helpDesk.tickets.field.changed_at'),
      sort: 'changed_at',
      width: '7.5rem',
      labelled: true,
      cell: ({ changed_at }) => dateTime(changed_at),
    },
  ]
}
