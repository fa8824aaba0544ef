// Says which other people write an answer to the ticket now, so that two do not answer the same.
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { now } from '#platform/web/clock.ts'
import type { Ticket } from './help-desk-place.ts'
import classes from './help-desk.module.css'

type AnsweringProps = { answering: Ticket['answering']; onOver: () => void }

export function Answering({ answering, onOver }: AnsweringProps) {
  const { t } = useTranslation()
  const ask = useEffectEvent(onOver)
  const first = Math.min(...answering.map(({ until }) => until.getTime()))
  // Nobody announces that a person stopped writing, so the ticket is asked for again when the first of them should be over.
  useEffect(() => {
    if (!Number.isFinite(first)) return
    const timer = setTimeout(() => ask(), Math.max(first - now().getTime(), 1_000))
    return () => clearTimeout(timer)
  }, [first])
  if (answering.length === 0) return null
  const names = answering.map(({ name }) => name)
  return <output className={classes.notice}>{t('helpDesk.tickets.answer.others', { names: names.join(', ') })}</output>
}
