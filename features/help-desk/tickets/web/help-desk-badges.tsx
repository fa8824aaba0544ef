import { Badge } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { TicketPriority, TicketStatus } from '../contract.ts'
import classes from './help-desk.module.css'

const colours = { open: 'yellow', on_going: 'blue', closed: 'green' } as const

export function StatusBadge({ status }: { status: TicketStatus }) {
  const { t } = useTranslation()
  return (
    <Badge variant="light" tt="none" color={colours[status]} c="var(--ink)">
      {t(`helpDesk.tickets.status.${status}`)}
    </Badge>
  )
}

/** Shows the priority of a ticket. Only a high priority has a mark. */
export function PriorityLabel({ priority }: { priority: TicketPriority }) {
  const { t } = useTranslation()
  return (
    <span className={classes.priority} data-high={priority === 'high' || undefined}>
      {priority === 'high' ? <IconAlertTriangle size={15} stroke={1.8} aria-hidden /> : null}
      {t(`helpDesk.tickets.priority.${priority}`)}
    </span>
  )
}
