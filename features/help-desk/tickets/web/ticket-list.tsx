// The list of tickets: people see their own, people who handle tickets see all. Next: ticket-page.tsx (one ticket), ticket-form.tsx (a new
// one).
import { Button, Checkbox, Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconChartBar,
  IconCheck,
  IconEye,
  IconHandStop,
  IconLifebuoy,
  IconMailbox,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { tickets as limits } from '#catalogue/limits.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallMutation, useCallQuery } from '#platform/web/client/use-call.ts'
import { nounOf } from '#platform/web/client/query-keys.ts'
import { useSpreadLiveEvent } from '#platform/web/live/use-live-events.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage } from '#platform/web/pages/list-page.tsx'
import { PathLink, useGo } from '#platform/web/routing/path.tsx'
import type { List } from '#platform/web/routing/use-list.ts'
import { useCan, useSession } from '#platform/web/session/use-session.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { countTicketMails } from '#features/help-desk/ticket-mails/contract.ts'
import {
  changeTicketStatus,
  exportTickets,
  listTickets,
  readSatisfaction,
  removeTicket,
  takeTicket,
  ticketPriorities,
  ticketStatuses,
  titleOf,
} from '../contract.ts'
import { DueCell } from './due-label.tsx'
import { PriorityLabel, StatusBadge } from './help-desk-badges.tsx'
import { ticketPlace } from './help-desk-place.ts'
import classes from './help-desk.module.css'

type Row = ReceivedOf<typeof listTickets>['data'][number]

export function TicketList() {
  const { t } = useTranslation()
  const mayRemove = useCan('ticket.remove')
  const satisfaction = useSatisfaction()
  const answers = useQueryClient()
  useSpreadLiveEvent('ticket_changed', () => void answers.invalidateQueries({ queryKey: [nounOf(listTickets)] }))
  return (
    <ListPage
      {...ticketPlace}
      icon={IconLifebuoy}
      list={listTickets}
      file={exportTickets}
      {...(mayRemove && { remove: removeTicket })}
      add="ticket.add"
      pageKey="page_ticket"
      purpose={[t('helpDesk.tickets.purpose'), satisfaction].filter(Boolean).join(' ')}
      columns={useColumns()}
      nameOf={titleOf}
      renderFilters={(list) => <Filters list={list} />}
      renderActions={(row) => <Actions key="own" row={row} />}
    />
  )
}

/** The share of good ratings as a sentence, for administrators; null while there are none. */
function useSatisfaction(): string | null {
  const { t } = useTranslation()
  const { number } = useFormats()
  const { data } = useCallQuery(readSatisfaction, {}, { enabled: useCan('ticket.satisfaction') })
  if (!data || data.rated === 0) return null
  return t('helpDesk.tickets.rating.summary', {
    days: limits.satisfactionDays,
    share: number(Math.round((data.good / data.rated) * 100)),
    shown: number(data.rated),
  })
}

function Filters({ list: { options, change } }: { list: List<typeof listTickets> }) {
  const { t } = useTranslation()
  const { status, priority, handling = false, overdue = false } = options
  const handles = useCan('ticket.handle')
  return (
    <>
      <FilterChip
        label={t('helpDesk.tickets.field.status')}
        value={status}
        options={ticketStatuses.map((value) => ({ value, label: t(`helpDesk.tickets.status.${value}`) }))}
        onChange={(chosenStatus) => change({ status: chosenStatus })}
      />
      <FilterChip
        label={t('helpDesk.tickets.field.priority')}
        value={priority}
        options={ticketPriorities
          .toReversed()
          .map((value) => ({ value, label: t(`helpDesk.tickets.priority.${value}`) }))}
        onChange={(chosenPriority) => change({ priority: chosenPriority })}
      />
      {handles ? (
        <Checkbox
          label={t('helpDesk.tickets.field.handling')}
          checked={handling}
          wrapperProps={{ 'data-active': handling || undefined }}
          onChange={({ currentTarget: { checked } }) => change({ handling: checked || undefined })}
        />
      ) : null}
      {handles ? (
        <Checkbox
          label={t('helpDesk.tickets.field.overdue')}
          checked={overdue}
          wrapperProps={{ 'data-active': overdue || undefined }}
          onChange={({ currentTarget: { checked } }) => change({ overdue: checked || undefined })}
        />
      ) : null}
      <ReceivedMails />
      {handles ? (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconChartBar size={16} aria-hidden />}
          renderRoot={(props) => <PathLink to="/help_desk/statistics" {...props} />}
        >
          {t('helpDesk.ticketStatistics.open')}
        </Button>
      ) : null}
    </>
  )
}

/** Leads to the mails that arrived for tickets, while the operator receives mails. */
function ReceivedMails() {
  const { t } = useTranslation()
  const { data } = useCallQuery(countTicketMails, {}, { enabled: useCan('ticket_mail.read') })
  if (!data?.receives) return null
  const { undecided } = data
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconMailbox size={16} aria-hidden />}
      renderRoot={(props) => <PathLink to="/help_desk/mails" {...props} />}
    >
      {undecided === 0 ? t('helpDesk.ticketMails.open') : t('helpDesk.ticketMails.openWith', { count: undecided })}
    </Button>
  )
}

function Actions({ row }: { row: Row }) {
  const { t } = useTranslation()
  const go = useGo()
  const { user } = useSession()
  const take = useCallMutation(takeTicket, { onDone: () => toastDone(t('helpDesk.tickets.nowYours')) })
  const give = useCallMutation(changeTicketStatus, {
    onDone: (_, { status }) => toastDone(t(`helpDesk.tickets.given.${status === 'open' ? 'open' : 'closed'}`)),
  })
  const { id, handler, can } = row
  return (
    <>
      <Menu.Item leftSection={<IconEye size={16} aria-hidden />} onClick={() => go(`${ticketPlace.path}/${id}`)}>
        {t('helpDesk.tickets.action.open')}
      </Menu.Item>
      {can.includes('handle') && handler?.id !== user.id ? (
        <Menu.Item leftSection={<IconHandStop size={16} aria-hidden />} onClick={() => take.mutate({ id })}>
          {t('helpDesk.tickets.action.take')}
        </Menu.Item>
      ) : null}
      {can.includes('resolve') ? (
        <Menu.Item
          leftSection={<IconCheck size={16} aria-hidden />}
          onClick={() => give.mutate({ id, status: 'closed' })}
        >
          {t('helpDesk.tickets.action.resolve')}
        </Menu.Item>
      ) : null}
      {can.includes('reopen') ? (
        <Menu.Item
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => give.mutate({ id, status: 'open' })}
        >
          {t('helpDesk.tickets.action.reopen')}
        </Menu.Item>
      ) : null}
    </>
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const handles = useCan('ticket.handle')
  const askingSide: Column<Row>[] = handles
    ? [
        {
          key: 'opened_by',
          title: t('helpDesk.tickets.field.opened_by'),
          labelled: true,
          cell: ({ opened_by }) => opened_by?.name ?? t('helpDesk.tickets.page.nobody'),
        },
        {
          key: 'due_at',
          title: t('helpDesk.tickets.field.due_at'),
          sort: 'due_at',
          width: '12rem',
          labelled: true,
          cell: (row) => <DueCell ticket={row} />,
        },
      ]
    : []
  return [
    {
      key: 'name',
      title: t('helpDesk.tickets.field.name'),
      sort: 'name',
      cell: ({ number, name }) => (
        <>
          <span className={classes.number}>#{number}</span> {name}
        </>
      ),
    },
    {
      key: 'number',
      title: t('helpDesk.tickets.field.number'),
      sort: 'number',
      width: '6.5rem',
      chosenOnly: true,
      cell: ({ number }) => `#${number}`,
    },
    {
      key: 'status',
      title: t('helpDesk.tickets.field.status'),
      width: '8.75rem',
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      key: 'priority',
      title: t('helpDesk.tickets.field.priority'),
      sort: 'priority',
      width: '7.25rem',
      labelled: true,
      cell: ({ priority }) => <PriorityLabel priority={priority} />,
    },
    ...askingSide,
    {
      key: 'handler',
      title: t('helpDesk.tickets.field.handler'),
      labelled: true,
      cell: ({ handler }) => handler?.name ?? '–',
    },
    {
      key: 'estimated_at',
      title: t('helpDesk.tickets.field.estimated_at'),
      sort: 'estimated_at',
      width: '7.5rem',
      wideOnly: true,
      // People who handle tickets see the due time, for which their unit has targets.
      chosenOnly: handles,
      cell: ({ estimated_at }) => (estimated_at === null ? '–' : dateTime(estimated_at)),
    },
    {
      key: 'rating',
      title: t('helpDesk.tickets.field.rating'),
      width: '7.5rem',
      chosenOnly: true,
      cell: ({ rating }) => (rating === null ? '–' : t(`helpDesk.tickets.ratings.${rating}`)),
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
