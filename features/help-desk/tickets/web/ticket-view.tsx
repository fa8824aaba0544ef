// The view that a ticket was opened from, on the page of the ticket, with the links that open it.
import { Button, Group } from '@mantine/core'
import { IconEye, IconUserScreen } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useCan, useSession } from '#platform/web/session/use-session.ts'
import { type Ticket, ticketPlace } from './help-desk-place.ts'
import { ViewFacts } from './view-facts.tsx'
import classes from './ticket-view.module.css'

export function TicketView({ ticket: { id, view, opened_by } }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const mayAccess = useCan('remote.request')
  if (view === null) return null
  return (
    <section className={`${classes.card} ${classes.seen}`} aria-labelledby="view">
      <h2 id="view" className={classes.heading}>
        {t('helpDesk.tickets.view.title')}
      </h2>
      <ViewFacts view={view} />
      {view.state === null ? <p className={classes.quiet}>{t('helpDesk.tickets.view.closed')}</p> : null}
      <Group gap="xs" mt="sm">
        {view.state === null ? null : (
          <Button
            size="sm"
            variant="default"
            leftSection={<IconEye size={16} stroke={1.8} aria-hidden />}
            renderRoot={(props) => <PathLink to={`${ticketPlace.path}/${id}/view`} {...props} />}
          >
            {t('helpDesk.tickets.view.open')}
          </Button>
        )}
        {mayAccess && opened_by !== null && opened_by.id !== user.id ? (
          <Button
            size="sm"
            variant="subtle"
            leftSection={<IconUserScreen size={16} stroke={1.8} aria-hidden />}
            renderRoot={(props) => <PathLink to={`/user/${opened_by.id}/access`} {...props} />}
          >
            {t('helpDesk.tickets.view.remote', { person: opened_by.name })}
          </Button>
        ) : null}
      </Group>
    </section>
  )
}
