// One ticket that was handed up: its question, its follow-ups, the answer, and where it is handed on.
import { Anchor, Badge, Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconArrowLeft, IconLifebuoy } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tickets as limits } from '#catalogue/limits.ts'
import {
  Attachments,
  FilesField,
  type LoadAttachment,
  NoteField,
  StatusBadge,
  useKeptDraft,
  useTicketFiles,
  WaitingAnswer,
} from '#features/help-desk/tickets/web/exports.tsx'
import { type TicketLevel, titleOf } from '#features/help-desk/tickets/contract.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { download } from '#platform/web/client/download.ts'
import { sendFile } from '#platform/web/client/send-file.ts'
import { checkInput } from '#platform/web/client/check-input.ts'
import { ask } from '#platform/web/client/client.ts'
import type { CallInput } from '#platform/web/client/encode-input.ts'
import { keyOf } from '#platform/web/client/query-keys.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink, useGo, usePathPart } from '#platform/web/routing/path.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormDialog } from '#platform/web/ui/form-dialog.tsx'
import { FormSkeleton, OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { LeaveGuard } from '#platform/web/ui/leave-guard.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { useDraft } from '#platform/web/ui/use-draft.ts'
import {
  addHandedAttachment,
  answerHanded,
  handOn,
  listHanded,
  readHanded,
  readHandedAttachment,
  saveHandedDraft,
} from '../contract.ts'
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
  const { unit, status, level, opened_by, created_at, text, can } = ticket
  return (
    <>
      <Anchor className={classes.back} renderRoot={(props) => <PathLink to={handedPlace.path} {...props} />}>
        <IconArrowLeft size={16} stroke={1.8} aria-hidden /> {t('helpDesk.tickets.page.back')}
      </Anchor>
      <PageHeader
        title={titleOf(ticket)}
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
        <Attachments attachments={ticket.attachments} load={loadHanded} />
        <FollowUps ticket={ticket} />
        {can.includes('answer') ? (
          <AnswerForm
            key={sent}
            ticket={ticket}
            kept={sent === 0 ? ticket.draft : null}
            onSent={() => setSent(sent + 1)}
          />
        ) : (
          <Text size="sm" c="var(--ink-quiet)">
            {t('helpDesk.handedTickets.readOnly')}
          </Text>
        )}
      </div>
    </>
  )
}

const loadHanded: LoadAttachment = (id, options) => download(readHandedAttachment, { id }, options)

function FollowUps({ ticket: { follow_ups } }: { ticket: Handed }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  return (
    <ol className={classes.timeline}>
      {follow_ups.map(({ id, author, by_handler, internal, text, status, level, created_at, by_mail, attachments }) => {
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
              {by_mail ? <span>{t('helpDesk.tickets.page.byMail')}</span> : null}
            </Group>
            {text === null ? null : <p className={classes.text}>{text}</p>}
            <Attachments attachments={attachments} load={loadHanded} />
            {status === null ? null : <p>{t(`helpDesk.tickets.page.gave.${status}`, { person })}</p>}
            {level === null ? null : <p>{t(`helpDesk.tickets.page.handed.${level}`, { person })}</p>}
          </li>
        )
      })}
    </ol>
  )
}

type AnswerFormProps = { ticket: Handed; kept: Handed['draft']; onSent: () => void }

function AnswerForm({ ticket: { id, status }, kept, onSent }: AnswerFormProps) {
  const { t } = useTranslation()
  const { time } = useFormats()
  const cache = useQueryClient()
  const { values, set } = useDraft({ text: kept?.text ?? '', internal: kept?.internal ?? false, waits: true })
  const draft = useKeptDraft(values, kept, async (written, { internal }) => {
    await ask(saveHandedDraft, { ticket_id: id, text: written?.text ?? null, internal })
    cache.setQueryData(
      keyOf(readHanded, { id }),
      (before: Handed | undefined) => before && { ...before, draft: written },
    )
  })
  const files = useTicketFiles((name, file, options) =>
    sendFile(addHandedAttachment, { ticket_id: id, name }, file, options),
  )
  const [isEarly, setEarly] = useState(false)
  const [waiting, setWaiting] = useState<CallInput<typeof answerHanded> | null>(null)
  const submission = useSubmit(answerHanded, {
    values,
    label: () => t(`helpDesk.tickets.answer.${values.internal ? 'noteField' : 'field'}`),
    onDone: () => {
      toastDone(t(`helpDesk.tickets.answer.${values.internal ? 'noteSaved' : 'sent'}`))
      onSent()
    },
  })
  const submit = (input: CallInput<typeof answerHanded>) => {
    setWaiting(null)
    void draft.settled().then(() => submission.submit(input))
  }
  const send = (resolved: boolean) => {
    setEarly(files.isSending)
    if (files.isSending || waiting !== null) return
    const input = {
      ticket_id: id,
      text: values.text,
      internal: values.internal,
      status: resolved ? ('closed' as const) : null,
      waits: values.waits && !values.internal && !resolved && status !== 'closed',
      attachments: files.ids,
    }
    const isComplete = Object.keys(checkInput(answerHanded, input)).length === 0
    if (values.internal || !isComplete) submit(input)
    else setWaiting(input)
  }
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
      <LeaveGuard
        changed={(!draft.isKept || files.files.length > 0) && waiting === null && !submission.busy && !submission.done}
      />
      <Stack gap="md" inert={submission.busy || waiting !== null}>
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
        <FilesField
          label={<OptionalLabel>{t('helpDesk.handedTickets.field.attachments')}</OptionalLabel>}
          ticketFiles={files}
          error={isEarly && files.isSending ? t('helpDesk.tickets.files.wait') : submission.faults['attachments']}
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
      </Stack>
      {waiting === null ? (
        <Group gap="xs" justify="flex-end" mt="md">
          {draft.savedAt === null ? null : (
            <Text size="xs" c="var(--ink-quiet)" mr="auto">
              {t('helpDesk.tickets.answer.draftSaved', { time: time(draft.savedAt) })}
            </Text>
          )}
          {values.internal || status === 'closed' ? null : (
            <Button variant="default" onClick={() => send(true)}>
              {t('helpDesk.tickets.answer.sendResolved')}
            </Button>
          )}
          <Button type="submit" loading={submission.busy}>
            {t(`helpDesk.tickets.answer.${values.internal ? 'saveNote' : 'send'}`)}
          </Button>
        </Group>
      ) : (
        <WaitingAnswer onUndo={() => setWaiting(null)} onSend={() => submit(waiting)} />
      )}
    </form>
  )
}

function HandButtons({ ticket: { id, next_levels } }: { ticket: Handed }) {
  const { t } = useTranslation()
  const go = useGo()
  const [next, setNext] = useState<{ id: string; level: TicketLevel } | null>(null)
  return (
    <>
      {next_levels.map((each) => (
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
          <NoteField value={values.note} error={faults['note']} onChange={(note) => set({ note })} />
        )}
      </FormDialog>
    </>
  )
}
