// When a ticket is due, in words: the working time that is left, or since when it is overdue.
import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconHourglassEmpty, IconHourglassHigh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { now } from '#platform/web/clock.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import type { Ticket } from './help-desk-place.ts'
import { timeParts } from './due-time.ts'
import classes from './help-desk.module.css'

/** The cell of a list: the time in one line, below it for what. Screen readers read the whole sentence. */
export function DueCell({ ticket }: { ticket: Pick<Ticket, 'due' | 'waiting'> }) {
  const { t } = useTranslation()
  const { dateTime, number } = useFormats()
  const { due, waiting } = ticket
  const isOverdue = due !== null && due.at <= now()
  if (due === null || (waiting && !isOverdue)) return <DueLabel ticket={ticket} />
  const { form, hours, minutes } = timeParts(due.minutes_left)
  const Icon = isOverdue ? IconAlertTriangle : IconHourglassHigh
  return (
    <>
      <span className={classes.dueCell} aria-hidden>
        <span className={classes.due} data-overdue={isOverdue || undefined}>
          <Icon size={15} stroke={1.8} />
          {isOverdue
            ? dateTime(due.at)
            : t(`helpDesk.tickets.due.${form}`, { hours: number(hours), minutes: number(minutes) })}
        </span>
        <small>{t(`helpDesk.tickets.due.what.${due.kind}`)}</small>
      </span>
      <VisuallyHidden>
        <DueLabel ticket={ticket} />
      </VisuallyHidden>
    </>
  )
}

export function DueLabel({ ticket: { due, waiting } }: { ticket: Pick<Ticket, 'due' | 'waiting'> }) {
  const { t } = useTranslation()
  const { dateTime, number } = useFormats()
  if (due !== null && due.at <= now()) {
    return (
      <span className={classes.due} data-overdue>
        <IconAlertTriangle size={15} stroke={1.8} aria-hidden />
        {t(`helpDesk.tickets.due.overdue_${due.kind}`, { when: dateTime(due.at) })}
      </span>
    )
  }
  if (waiting) {
    return (
      <span className={classes.due}>
        <IconHourglassEmpty size={15} stroke={1.8} aria-hidden />
        {t('helpDesk.tickets.due.waiting')}
      </span>
    )
  }
  if (due === null) return <>–</>
  const { form, hours, minutes } = timeParts(due.minutes_left)
  const time = t(`helpDesk.tickets.due.${form}`, { hours: number(hours), minutes: number(minutes) })
  return (
    <span className={classes.due}>
      <IconHourglassHigh size={15} stroke={1.8} aria-hidden />
      {t(`helpDesk.tickets.due.${due.kind}`, { time })}
    </span>
  )
}
