// The mails that arrived for tickets. Next: ticket-mail-page.tsx (one mail, and the decision about it).
import { Badge, Menu } from '@mantine/core'
import { IconEye, IconMailbox } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { nounOf } from '#platform/web/client/query-keys.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useSpreadLiveEvent } from '#platform/web/live/use-live-events.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { useGo } from '#platform/web/routing/path.tsx'
import type { Column } from '#platform/web/ui/column.ts'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { listTicketMails, type TicketMailState, ticketMailStates } from '../contract.ts'
import { mailPlace } from './ticket-mail-place.ts'

type Row = RowOf<typeof listTicketMails>

export function TicketMailList() {
  const { t } = useTranslation()
  const answers = useQueryClient()
  useSpreadLiveEvent('ticket_changed', () => void answers.invalidateQueries({ queryKey: [nounOf(listTicketMails)] }))
  return (
    <ListPage
      {...mailPlace}
      icon={IconMailbox}
      list={listTicketMails}
      pageKey="page_ticket_mail"
      columns={useColumns()}
      nameOf={({ subject }) => subject || t('helpDesk.ticketMails.subjectless')}
      renderFilters={({ options: { state }, change }) => (
        <FilterChip
          label={t('helpDesk.ticketMails.field.state')}
          value={state}
          options={ticketMailStates.map((value) => ({ value, label: t(`helpDesk.ticketMails.state.${value}`) }))}
          onChange={(chosen) => change({ state: chosen })}
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
    <Menu.Item leftSection={<IconEye size={16} aria-hidden />} onClick={() => go(`${mailPlace.path}/${id}`)}>
      {t('helpDesk.tickets.action.open')}
    </Menu.Item>
  )
}

const colours = { received: 'gray', review: 'yellow', done: 'green', refused: 'gray', dead: 'red' } as const

export function MailStateBadge({ state }: { state: TicketMailState }) {
  const { t } = useTranslation()
  return (
    <Badge variant="light" tt="none" color={colours[state]}>
      {t(`helpDesk.ticketMails.state.${state}`)}
    </Badge>
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  return [
    {
      key: 'subject',
      title: t('helpDesk.ticketMails.field.subject'),
      sort: 'subject',
      cell: ({ subject }) => subject || t('helpDesk.ticketMails.subjectless'),
    },
    {
      key: 'sender',
      title: t('helpDesk.ticketMails.field.sender'),
      sort: 'sender',
      labelled: true,
      cell: ({ sender }) => sender,
    },
    {
      key: 'ticket',
      title: t('helpDesk.ticketMails.field.ticket'),
      labelled: true,
      cell: ({ ticket: { number, name } }) => `#${number} ${name}`,
    },
    {
      key: 'state',
      title: t('helpDesk.ticketMails.field.state'),
      sort: 'state',
      width: '10rem',
      cell: ({ state }) => <MailStateBadge state={state} />,
    },
    {
      key: 'reason',
      title: t('helpDesk.ticketMails.field.reason'),
      wideOnly: true,
      cell: ({ reason }) => (reason === null ? '–' : t(`helpDesk.ticketMails.reason.${reason}`)),
    },
    {
      key: 'received_at',
      title: t('helpDesk.ticketMails.field.received_at'),
      sort: 'received_at',
      width: '9rem',
      labelled: true,
      cell: ({ received_at }) => dateTime(received_at),
    },
  ]
}
