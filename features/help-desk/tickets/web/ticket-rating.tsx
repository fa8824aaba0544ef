// The question whether the ticket was resolved well, for the person who opened it, and their answer, for everybody who sees the ticket.
import { Button, Radio, Stack, Text, Textarea } from '@mantine/core'
import { IconMoodSad, IconMoodSmile } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tickets as limits } from '#catalogue/limits.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { rateTicket, type TicketRating as Rating, ticketRatings } from '../contract.ts'
import type { Ticket } from './help-desk-place.ts'
import classes from './help-desk.module.css'

export function TicketRating({ ticket }: { ticket: Ticket }) {
  if (ticket.rating !== null) return <Given rating={ticket.rating} comment={ticket.rating_comment} />
  return ticket.can.includes('rate') ? <Question id={ticket.id} /> : null
}

const icons = { good: IconMoodSmile, bad: IconMoodSad } as const

function Given({ rating, comment }: { rating: Rating; comment: string | null }) {
  const { t } = useTranslation()
  const Icon = icons[rating]
  return (
    <section className={classes.asked} aria-labelledby="rating">
      <h2 id="rating" className={classes.heading}>
        {t('helpDesk.tickets.field.rating')}
      </h2>
      <p className={classes.event}>
        <Icon size={18} stroke={1.7} aria-hidden />
        {t(`helpDesk.tickets.ratings.${rating}`)}
      </p>
      {comment === null ? null : <p className={classes.text}>{comment}</p>}
    </section>
  )
}

function Question({ id }: { id: string }) {
  const { t } = useTranslation()
  const [rating, setRating] = useState<Rating | null>(null)
  const [comment, setComment] = useState('')
  const rate = useCallMutation(rateTicket, { onDone: () => toastDone(t('helpDesk.tickets.rating.thanks')) })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (rating !== null) rate.mutate({ id, rating, rating_comment: comment.trim() || null })
  }
  return (
    <form className={classes.asked} aria-labelledby="rate" noValidate onSubmit={send}>
      <h2 id="rate" className={classes.heading}>
        {t('helpDesk.tickets.rating.title')}
      </h2>
      <Stack gap="md">
        <Text size="sm" c="var(--ink-quiet)">
          {t('helpDesk.tickets.rating.help')}
        </Text>
        <Radio.Group
          aria-labelledby="rate"
          value={rating}
          onChange={(chosen) => setRating(ticketRatings.find((each) => each === chosen) ?? null)}
        >
          <Stack gap="xs">
            {ticketRatings.map((value) => (
              <Radio key={value} value={value} label={t(`helpDesk.tickets.ratings.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {rating === null ? null : (
          <>
            <Textarea
              label={t('helpDesk.tickets.field.rating_comment')}
              maxLength={limits.ratingComment}
              autosize
              minRows={2}
              maxRows={8}
              value={comment}
              onChange={({ currentTarget: { value } }) => setComment(value)}
            />
            {rate.error === null ? null : (
              <Text role="alert" size="sm" c="var(--danger)">
                {rate.error.message}
              </Text>
            )}
            <Button type="submit" style={{ alignSelf: 'flex-end' }} loading={rate.isPending}>
              {t('helpDesk.tickets.rating.send')}
            </Button>
          </>
        )}
      </Stack>
    </form>
  )
}
