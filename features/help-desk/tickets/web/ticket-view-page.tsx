// The report of a ticket with the page and filters that its person saw. The rows are those of the person who opens it.
import { Button } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { PathLink, usePathPart } from '#platform/web/routing/path.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { OpenedReport } from '#features/reports/view/web/exports.tsx'
import { readTicket } from '../contract.ts'
import { ticketPlace } from './help-desk-place.ts'

export function TicketViewPage() {
  const { t } = useTranslation()
  const id = usePathPart('id')
  const { data: ticket, error, refetch } = useCallQuery(readTicket, { id }, { freshFor: Infinity })
  const path = `${ticketPlace.path}/${id}`
  if (error) return <FailedState failure={error} {...(error.http !== 404 && { onRetry: () => void refetch() })} />
  if (!ticket) return <FormSkeleton sections={1} />
  const state = ticket.view?.state
  if (ticket.report === null || !state) {
    return (
      <EmptyState
        page
        title={t('helpDesk.tickets.view.none')}
        text={t('helpDesk.tickets.view.closed')}
        icon={<IconEyeOff size={22} stroke={1.6} aria-hidden />}
      >
        <Button renderRoot={(props) => <PathLink to={path} {...props} />}>{t('helpDesk.tickets.view.back')}</Button>
      </EmptyState>
    )
  }
  // The report fills the window, as on its own page.
  return <OpenedReport key={id} reportId={ticket.report.id} firstState={state} />
}
