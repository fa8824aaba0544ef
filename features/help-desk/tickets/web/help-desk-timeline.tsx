// The follow-ups of a ticket, the oldest first: answers of both sides, and changes of the status.
import {
  IconArrowsExchange,
  IconCircleCheck,
  IconLifebuoy,
  IconNote,
  IconProgress,
  IconRefreshDot,
  IconUser,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { Attachments } from './help-desk-attachments.tsx'
import type { Ticket } from './help-desk-place.ts'
import classes from './help-desk.module.css'

type FollowUp = Ticket['follow_ups'][number]

export function FollowUps({ ticket: { follow_ups, opened_by } }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const { user } = useSession()
  return (
    <section aria-labelledby="follow-ups">
      <h2 id="follow-ups" className={classes.heading}>
        {t('helpDesk.tickets.page.followUps')}
      </h2>
      {follow_ups.length === 0 ? (
        <p className={classes.none}>
          {t('helpDesk.tickets.page.noFollowUps')} {opened_by?.id === user.id ? t('helpDesk.tickets.page.told') : null}
        </p>
      ) : null}
      <ol className={classes.timeline}>
        {follow_ups.map((followUp) => (
          <li key={followUp.id}>
            {followUp.text === null ? null : <Answer followUp={followUp} text={followUp.text} />}
            <NewStatus followUp={followUp} />
            <NewLevel followUp={followUp} />
          </li>
        ))}
      </ol>
    </section>
  )
}

const sideIcons = { asking: IconUser, handler: IconLifebuoy, note: IconNote } as const

function Answer({ followUp, text }: { followUp: FollowUp; text: string }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const { author, by_handler, internal, from_number, created_at, attachments, by_mail, mail_sender } = followUp
  const side = internal ? 'note' : by_handler ? 'handler' : 'asking'
  const Icon = sideIcons[side]
  return (
    <article className={classes.answer} data-side={side}>
      <header className={classes.head}>
        <span className={classes.side}>
          <Icon size={16} stroke={1.8} aria-hidden />
          {t(`helpDesk.tickets.page.${side}Side`)}
        </span>
        <strong className={classes.author}>{author?.name ?? t('helpDesk.tickets.page.nobody')}</strong>
        <time className={classes.quiet} dateTime={created_at.toISOString()}>
          {dateTime(created_at)}
        </time>
        {by_mail ? (
          <span className={classes.quiet}>
            {mail_sender === null
              ? t('helpDesk.tickets.page.byMail')
              : t('helpDesk.tickets.page.acceptedMail', { sender: mail_sender })}
          </span>
        ) : null}
        {from_number === null ? null : (
          <span className={classes.quiet}>{t('helpDesk.tickets.merge.from', { number: from_number })}</span>
        )}
      </header>
      <p className={classes.text}>{text}</p>
      <Attachments attachments={attachments} />
      {by_mail ? <FromMail followUp={followUp} /> : null}
    </article>
  )
}

/** What else was in the mail: refused files, and the part that was cut off, as text. */
function FromMail({ followUp: { mail_rest, mail_refused } }: { followUp: FollowUp }) {
  const { t } = useTranslation()
  return (
    <>
      {mail_refused.length > 0 ? (
        <p className={classes.quiet}>{t('helpDesk.tickets.page.refusedFiles', { files: mail_refused.join(', ') })}</p>
      ) : null}
      {mail_rest === null ? null : (
        <details>
          <summary className={classes.quiet}>{t('helpDesk.tickets.page.showRest')}</summary>
          <p className={classes.text}>{mail_rest}</p>
        </details>
      )}
    </>
  )
}

function NewLevel({ followUp: { author, level, created_at } }: { followUp: FollowUp }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  if (level === null) return null
  return (
    <p className={classes.event}>
      <IconArrowsExchange size={18} stroke={1.7} aria-hidden />
      <span>
        {t(`helpDesk.tickets.page.handed.${level}`, { person: author?.name ?? t('helpDesk.tickets.page.nobody') })}{' '}
        <time className={classes.quiet} dateTime={created_at.toISOString()}>
          {dateTime(created_at)}
        </time>
      </span>
    </p>
  )
}

const icons = { open: IconRefreshDot, on_going: IconProgress, closed: IconCircleCheck } as const

function NewStatus({ followUp: { author, status, created_at } }: { followUp: FollowUp }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  if (status === null) return null
  const Icon = icons[status]
  return (
    <p className={classes.event}>
      <Icon size={18} stroke={1.7} aria-hidden />
      <span>
        {t(`helpDesk.tickets.page.gave.${status}`, { person: author?.name ?? t('helpDesk.tickets.page.nobody') })}{' '}
        <time className={classes.quiet} dateTime={created_at.toISOString()}>
          {dateTime(created_at)}
        </time>
      </span>
    </p>
  )
}
