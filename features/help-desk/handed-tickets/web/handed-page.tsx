// One ticket that was handed up: its question, its follow-ups, the answer, and where it is handed on.
import { Anchor, Badge, Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconArrowLeft, IconLifebuoy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tickets as limits } from '#catalogue/limits.ts'
import { StatusBadge } from '#features/help-desk/tickets/web/exports.tsx'
import type { TicketLevel } from '#features/help-desk/tickets/contract.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink, useGo, usePathPart } from '#platform/web/routing/path.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormDialog } from '#platform/web/ui/form-dialog.tsx'
import { FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { LeaveGuard } from '#platform/web/ui/leave-guard.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { useDraft } from '#platform/web/ui/use-draft.ts'
import { answerHanded, handOn, listHanded, readHanded } from '../contract.ts'
import { handedPlace } from './handed-place.ts'
import classes from './handed-page.module.css'

type Handed = ReceivedOf<typeof readHanded>

export function HandedPage() {
  const { t } = useTranslation()
  const id = usePathPart('id')
  const { data, error, refetch } = useCallQuery(readHanded, { id })
  if (error?.http === 404) {
    return (
      <EmptyState
        page
        title={error.message}
        text={t('helpDesk.handedTickets.missing')}
        icon={<IconLifebuoy size={22} stroke={1.6} aria-hidden />}
      >
        <Button renderRoot={(props) => <PathLink to={handedPlace.path} {...props} />}>
          {t('helpDesk.tickets.page.back')}
        </Button>
      </EmptyState>
    )
  }
  if (error && !data) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (!data) return <FormSkeleton sections={2} />
  return <LoadedTicket key={id} ticket={data} />
}

function LoadedTicket({ ticket }: { ticket: Handed }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const [sent, setSent] = useState(0)
  const { number, name, unit, status, level, opened_by, created_at, text, can } = ticket
  return (
    <>
      <Anchor className={classes.back} renderRoot={(props) => <PathLink to={handedPlace.path} {...props} />}>
        <IconArrowLeft size={16} stroke={1.8} aria-hidden /> {t('helpDesk.tickets.page.back')}
      </Anchor>
      <PageHeader
        title={`#${number} ${name}`}
        aside={<StatusBadge status={status} />}
        text={`${unit} · ${t(`helpDesk.tickets.level.${level}`)} · ${t('helpDesk.tickets.page.openedBy', {
          person: opened_by ?? t('helpDesk.tickets.page.nobody'),
          when: dateTime(created_at),
        })}`}
      >
        {can.includes('hand') ? <HandButtons ticket={ticket} /> : null}
      </PageHeader>
      <div className={classes.page}>
        <p className={classes.text}>{text}</p>
        <FollowUps ticket={ticket} />
        {can.includes('answer') ? (
          <AnswerForm key={sent} ticket={ticket} onSent={() => setSent(sent + 1)} />
        ) : (
          <Text size="sm" c="var(--ink-quiet)">
            {t('helpDesk.handedTickets.readOnly')}
          </Text>
        )}
      </div>
    </>
  )
}

function FollowUps({ ticket: { follow_ups } }: { ticket: Handed }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  return (
    <ol className={classes.timeline}>
      {follow_ups.map(({ id, author, by_handler, internal, text, status, level, created_at }) => {
        const person = author ?? t('helpDesk.tickets.page.nobody')
        const side = internal ? 'note' : by_handler ? 'handler' : 'asking'
        return (
          <li key={id} className={classes.followUp} data-side={side}>
            <Group gap="xs">
              <Badge variant="light" tt="none" color={internal ? 'yellow' : 'gray'} c="var(--ink)">
                {t(`helpDesk.tickets.page.${side}Side`)}
              </Badge>
              <strong>{person}</strong>
              <time dateTime={created_at.toISOString()}>{dateTime(created_at)}</time>
            </Group>
            {text === null ? null : <p className={classes.text}>{text}</p>}
            {status === null ? null : <p>{t(`helpDesk.tickets.page.gave.${status}`, { person })}</p>}
            {level === null ? null : <p>{t(`helpDesk.tickets.page.handed.${level}`, { person })}</p>}
          </li>
        )
      })}
    </ol>
  )
}

function AnswerForm({ ticket: { id, status }, onSent }: { ticket: Handed; onSent: () => void }) {
  const { t } = useTranslation()
  const { values, set, changed } = useDraft({ text: '', internal: false, waits: true })
  const submission = useSubmit(answerHanded, {
    values,
    label: () => t(`helpDesk.tickets.answer.${values.internal ? 'noteField' : 'field'}`),
    onDone: () => {
      toastDone(t(`helpDesk.tickets.answer.${values.internal ? 'noteSaved' : 'sent'}`))
      onSent()
    },
  })
  const send = (resolved: boolean) =>
    submission.submit({
      ticket_id: id,
      text: values.text,
      internal: values.internal,
      status: resolved ? 'closed' : null,
      waits: values.waits && !values.internal && !resolved && status !== 'closed',
    })
  return (
    <form
      className={classes.form}
      data-internal={values.internal || undefined}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send(false)
      }}
    >
      <LeaveGuard changed={changed.includes('text') && !submission.done} />
      <Stack gap="md" inert={submission.busy}>
        {submission.refusal === null ? null : (
          <Text role="alert" size="sm" c="var(--danger)">
            {submission.refusal.message}
          </Text>
        )}
        <Textarea
          name="text"
          label={t(`helpDesk.tickets.answer.${values.internal ? 'noteField' : 'field'}`)}
          error={submission.faults['text']}
          maxLength={limits.length}
          autosize
          minRows={4}
          maxRows={16}
          value={values.text}
          onChange={({ currentTarget: { value } }) => set({ text: value })}
        />
        <Checkbox
          name="internal"
          label={t('helpDesk.tickets.answer.note')}
          description={t('helpDesk.tickets.answer.noteHelp')}
          checked={values.internal}
          onChange={({ currentTarget: { checked } }) => set({ internal: checked })}
        />
        {values.internal || status === 'closed' ? null : (
          <Checkbox
            name="waits"
            label={t('helpDesk.tickets.answer.wait')}
            description={t('helpDesk.tickets.answer.waitHelp')}
            checked={values.waits}
            onChange={({ currentTarget: { checked } }) => set({ waits: checked })}
          />
        )}
        <Group gap="xs" justify="flex-end">
          {values.internal || status === 'closed' ? null : (
            <Button variant="default" onClick={() => send(true)}>
              {t('helpDesk.tickets.answer.sendResolved')}
            </Button>
          )}
          <Button type="submit" loading={submission.busy}>
            {t(`helpDesk.tickets.answer.${values.internal ? 'saveNote' : 'send'}`)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The levels to which the staff of a level hand a ticket on. */
const nextLevels: Record<TicketLevel, readonly TicketLevel[]> = {
  unit: [],
  partner: ['platform', 'unit'],
  platform: ['partner', 'unit'],
}

function HandButtons({ ticket: { id, level } }: { ticket: Handed }) {
  const { t } = useTranslation()
  const go = useGo()
  const [next, setNext] = useState<{ id: string; level: TicketLevel } | null>(null)
  return (
    <>
      {nextLevels[level].map((each) => (
        <Button key={each} variant="default" onClick={() => setNext({ id, level: each })}>
          {t(`helpDesk.handedTickets.hand.${each}`)}
        </Button>
      ))}
      <FormDialog
        record={next}
        title={({ level: to }) => t(`helpDesk.handedTickets.hand.${to}`)}
        call={handOn}
        initial={() => ({ note: '' })}
        inputOf={(target, { note }) => ({ ...target, note })}
        label={(field) => t(`helpDesk.handedTickets.field.${field === 'level' ? 'level' : 'note'}`)}
        refreshes={[listHanded]}
        action={t('helpDesk.handedTickets.handOn')}
        onAnswer={() => {
          toastDone(t('helpDesk.tickets.hand.done'))
          setNext(null)
          go(handedPlace.path)
        }}
        onClose={() => setNext(null)}
      >
        {({ values, set, faults }) => (
          <Textarea
            name="note"
            label={t('helpDesk.handedTickets.field.note')}
            description={t('helpDesk.tickets.hand.noteHelp')}
            error={faults['note']}
            maxLength={limits.length}
            autosize
            minRows={3}
            maxRows={10}
            value={values.note}
            onChange={({ currentTarget: { value } }) => set({ note: value })}
            data-autofocus
          />
        )}
      </FormDialog>
    </>
  )
}
