// One ticket: its question, its follow-ups and the answer form. People who handle tickets also see its handling.
import { Anchor, Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconCheck,
  IconLifebuoy,
  IconReportAnalytics,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useLiveEvent, useSpreadLiveEvent } from '#platform/web/live/use-live-events.ts'
import { PathLink, useGo, usePathPart } from '#platform/web/routing/path.tsx'
import { DeleteDialog } from '#platform/web/ui/delete-dialog.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { changeTicketStatus, readTicket, removeTicket, titleOf } from '../contract.ts'
import { TicketAnswer } from './help-desk-answer.tsx'
import { Answering } from './answering.tsx'
import { Attachments } from './help-desk-attachments.tsx'
import { PriorityLabel, StatusBadge } from './help-desk-badges.tsx'
import { TicketHandling } from './help-desk-handling.tsx'
import { type Ticket, ticketPlace } from './help-desk-place.ts'
import { FollowUps } from './help-desk-timeline.tsx'
import { MergedInto } from './ticket-merge.tsx'
import { TicketRating } from './ticket-rating.tsx'
import { TicketView } from './ticket-view.tsx'
import classes from './help-desk.module.css'

export function TicketPage() {
  const { t } = useTranslation()
  const id = usePathPart('id')
  const { data, error, refetch } = useCallQuery(readTicket, { id })
  const again = () => void refetch()
  useRefetchOnReturn(again)
  useLiveEvent('ticket_changed', ({ ticket }) => {
    if (ticket === null || ticket === id) again()
  })
  // The ticket may also have been removed while the page was open.
  if (error?.http === 404) {
    return (
      <EmptyState
        page
        title={error.message}
        text={t('helpDesk.tickets.page.missing')}
        icon={<IconLifebuoy size={22} stroke={1.6} aria-hidden />}
      >
        <Button renderRoot={(props) => <PathLink to={ticketPlace.path} {...props} />}>
          {t('helpDesk.tickets.page.back')}
        </Button>
      </EmptyState>
    )
  }
  if (error && !data) return <FailedState failure={error} onRetry={again} />
  if (!data) return <FormSkeleton sections={2} />
  return <LoadedTicket key={id} ticket={data} onReload={() => refetch().then((found) => found.data)} />
}

/** Loads the ticket again when the person returns to the window, and when they get a notification. */
function useRefetchOnReturn(again: () => void): void {
  const ask = useEffectEvent(again)
  useSpreadLiveEvent('notifications_changed', again)
  useEffect(() => {
    const checkTicket = () => {
      if (document.visibilityState === 'visible') ask()
    }
    document.addEventListener('visibilitychange', checkTicket)
    window.addEventListener('focus', checkTicket)
    return () => {
      document.removeEventListener('visibilitychange', checkTicket)
      window.removeEventListener('focus', checkTicket)
    }
  }, [])
}

type LoadedTicketProps = { ticket: Ticket; onReload: () => Promise<Ticket | undefined> }

function LoadedTicket({ ticket, onReload }: LoadedTicketProps) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const handles = ticket.can.includes('handle')
  const { priority, status, opened_by, created_at, estimated_at, handler, waiting } = ticket
  const when = dateTime(created_at)
  return (
    <>
      <Anchor className={classes.back} renderRoot={(props) => <PathLink to={ticketPlace.path} {...props} />}>
        <IconArrowLeft size={16} stroke={1.8} aria-hidden /> {t('helpDesk.tickets.page.back')}
      </Anchor>
      <PageHeader
        title={titleOf(ticket)}
        aside={<StatusBadge status={status} />}
        text={t('helpDesk.tickets.page.openedBy', {
          person: opened_by?.name ?? t('helpDesk.tickets.page.nobody'),
          when,
        })}
      >
        <Actions ticket={ticket} />
      </PageHeader>
      <div className={classes.page} data-handles={handles || undefined}>
        <div className={classes.main}>
          <section className={classes.asked} aria-label={t('helpDesk.tickets.field.text')}>
            {handles ? null : (
              <dl className={classes.facts}>
                <Fact name={t('helpDesk.tickets.field.priority')}>
                  <PriorityLabel priority={priority} />
                </Fact>
                {handler === null ? null : <Fact name={t('helpDesk.tickets.field.handler')}>{handler.name}</Fact>}
                {estimated_at === null ? null : (
                  <Fact name={t('helpDesk.tickets.field.estimated_at')}>{dateTime(estimated_at)}</Fact>
                )}
                {waiting ? (
                  <Fact name={t('helpDesk.tickets.due.waiting')}>{t('helpDesk.tickets.due.yours')}</Fact>
                ) : null}
              </dl>
            )}
            <p className={classes.text}>{ticket.text}</p>
            {ticket.report === null ? null : (
              <Anchor
                className={classes.report}
                renderRoot={(props) => <PathLink to={`/${ticket.report?.id}/reports/view`} {...props} />}
              >
                <IconReportAnalytics size={18} stroke={1.6} aria-hidden />
                {ticket.report.name}
              </Anchor>
            )}
            <TicketView ticket={ticket} />
            <Attachments attachments={ticket.attachments} />
          </section>
          <MergedInto ticket={ticket} />
          <FollowUps ticket={ticket} />
          <TicketRating ticket={ticket} />
          <Answering answering={ticket.answering} onOver={() => void onReload()} />
          {ticket.can.includes('answer') ? <TicketAnswer ticket={ticket} /> : null}
        </div>
        {handles ? <TicketHandling ticket={ticket} onReload={onReload} /> : null}
      </div>
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

function Actions({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const go = useGo()
  const [removing, setRemoving] = useState(false)
  const { id, can } = ticket
  const give = useCallMutation(changeTicketStatus, {
    onDone: (_, { status }) => toastDone(t(`helpDesk.tickets.given.${status === 'open' ? 'open' : 'closed'}`)),
  })
  const remove = useCallMutation(removeTicket, {
    onDone: () => {
      toastDone()
      go(ticketPlace.path, { replace: true })
    },
  })
  return (
    <>
      {can.includes('resolve') ? (
        <Button
          variant="default"
          leftSection={<IconCheck size={16} stroke={1.8} aria-hidden />}
          loading={give.isPending}
          onClick={() => give.mutate({ id, status: 'closed' })}
        >
          {t('helpDesk.tickets.action.resolve')}
        </Button>
      ) : null}
      {can.includes('reopen') ? (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} stroke={1.8} aria-hidden />}
          loading={give.isPending}
          onClick={() => give.mutate({ id, status: 'open' })}
        >
          {t('helpDesk.tickets.action.reopen')}
        </Button>
      ) : null}
      {can.includes('remove') ? (
        <Button
          variant="default"
          leftSection={<IconTrash size={16} stroke={1.8} aria-hidden />}
          onClick={() => setRemoving(true)}
        >
          {t('general.action.remove')}
        </Button>
      ) : null}
      <DeleteDialog
        name={removing ? titleOf(ticket) : null}
        text={t('helpDesk.tickets.deleteText')}
        busy={remove.isPending}
        onClose={() => setRemoving(false)}
        onDelete={() => remove.mutate({ id })}
      />
    </>
  )
}
