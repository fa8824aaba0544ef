// The form for an answer. After an answer was sent, a new form replaces it. An answer waits some seconds before it is sent, and people who
// handle tickets may write an internal note instead.
import { Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tickets as limits } from '#catalogue/limits.ts'
import { checkInput } from '#platform/web/client/check-input.ts'
import type { CallInput } from '#platform/web/client/encode-input.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { LeaveGuard } from '#platform/web/ui/leave-guard.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { useDraft } from '#platform/web/ui/use-draft.ts'
import { answerTicket, type TicketStatus } from '../contract.ts'
import { useKeptDraft } from './help-desk-draft.ts'
import { FilesField } from './help-desk-files-field.tsx'
import { useTicketFiles } from './help-desk-files.ts'
import { CannedAnswerPicker } from '#features/help-desk/canned-answers/web/exports.tsx'
import { type Ticket, titleOf } from './help-desk-place.ts'
import { WaitingAnswer } from './help-desk-waiting.tsx'
import classes from './help-desk.module.css'

export function TicketAnswer({ ticket }: { ticket: Ticket }) {
  const [sent, setSent] = useState(0)
  return (
    <AnswerForm key={sent} ticket={ticket} kept={sent === 0 ? ticket.draft : null} onSent={() => setSent(sent + 1)} />
  )
}

const cannedField = 'canned_answer'

type AnswerFormProps = { ticket: Ticket; kept: Ticket['draft']; onSent: () => void }

function AnswerForm({ ticket, kept, onSent }: AnswerFormProps) {
  const { id, status, opened_by, language, can } = ticket
  const { t } = useTranslation()
  const { user } = useSession()
  const ownLanguage = useLanguage()
  const isAsking = !can.includes('handle') || opened_by?.id === user.id
  const { values, set } = useDraft({ text: kept?.text ?? '', internal: kept?.internal ?? false })
  const isNote = values.internal && !isAsking
  const draft = useKeptDraft(id, { text: values.text, internal: isNote }, kept)
  const files = useTicketFiles()
  const field = useRef<HTMLTextAreaElement>(null)
  const [isEarly, setEarly] = useState(false)
  const [waiting, setWaiting] = useState<CallInput<typeof answerTicket> | null>(null)
  const submission = useSubmit(answerTicket, {
    values,
    label: () => t(`helpDesk.tickets.answer.${isNote ? 'noteField' : 'field'}`),
    onDone: () => {
      toastDone(t(`helpDesk.tickets.answer.${isNote ? 'noteSaved' : 'sent'}`))
      onSent()
    },
  })
  const { faults, refusal, busy, done } = submission
  const submit = (input: CallInput<typeof answerTicket>) => {
    setWaiting(null)
    void draft.settled().then(() => submission.submit(input))
  }
  const send = (requestedStatus: TicketStatus | null, internal = isNote) => {
    setEarly(files.isSending)
    if (files.isSending || waiting !== null) return
    const input = { ticket_id: id, text: values.text, status: requestedStatus, internal, attachments: files.ids }
    const isComplete = Object.keys(checkInput(answerTicket, input)).length === 0
    if (internal || !isComplete) return submit(input)
    setWaiting(input)
  }
  /** Keys of the text: `/` in an empty text searches a canned answer, Ctrl + Enter sends. */
  const onKey = (event: KeyboardEvent) => {
    if (event.key === '/' && values.text === '' && !isAsking) {
      event.preventDefault()
      document.getElementById(cannedField)?.focus()
      return
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    const internal = isNote || (event.shiftKey && !isAsking)
    set({ internal })
    send(null, internal)
  }
  return (
    <form
      className={classes.form}
      data-internal={isNote || undefined}
      aria-labelledby="answer"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        send(null)
      }}
    >
      <LeaveGuard changed={(!draft.isKept || files.files.length > 0) && waiting === null && !busy && !done} />
      <Group justify="space-between" mb="sm" gap="xs">
        <h2 id="answer" className={classes.heading}>
          {t(`helpDesk.tickets.answer.${isNote ? 'noteTitle' : 'title'}`)}
        </h2>
        {isAsking ? null : <Kind isNote={isNote} onChange={(internal) => set({ internal })} />}
      </Group>
      <Stack gap="md">
        <Notice>
          {isNote
            ? t('helpDesk.tickets.answer.noteHelp')
            : status === 'closed'
              ? t(`helpDesk.tickets.answer.${isAsking ? 'reopens' : 'staysResolved'}`)
              : null}
        </Notice>
        {refusal === null ? null : (
          <Text role="alert" size="sm" c="var(--danger)">
            {refusal.message}
          </Text>
        )}
        <Stack gap="md" inert={busy || waiting !== null}>
          {isAsking ? null : (
            <CannedAnswerPicker
              name={cannedField}
              language={language ?? ownLanguage}
              values={{ person: opened_by?.name ?? '', ticket: titleOf(ticket), agent: user.name }}
              onPick={(text) => {
                set({ text: values.text === '' ? text : `${values.text}\n${text}` })
                field.current?.focus()
              }}
            />
          )}
          <Textarea
            ref={field}
            name="text"
            label={t(`helpDesk.tickets.answer.${isNote ? 'noteField' : 'field'}`)}
            description={isAsking ? null : t('helpDesk.tickets.answer.keys')}
            error={faults['text']}
            maxLength={limits.length}
            autosize
            minRows={4}
            maxRows={16}
            value={values.text}
            onChange={({ currentTarget: { value } }) => set({ text: value })}
            onKeyDown={onKey}
            onPaste={({ clipboardData }) => files.add(clipboardData.files)}
          />
          <FilesField
            label={<OptionalLabel>{t('helpDesk.tickets.field.attachments')}</OptionalLabel>}
            ticketFiles={files}
            error={isEarly && files.isSending ? t('helpDesk.tickets.files.wait') : faults['attachments']}
          />
        </Stack>
        {waiting === null ? (
          <Group justify="space-between" gap="xs">
            <Saved at={draft.savedAt} />
            <Group gap="xs" ml="auto">
              {isNote || status === 'closed' ? null : (
                <Button variant="default" disabled={busy} onClick={() => send('closed')}>
                  {t('helpDesk.tickets.answer.sendResolved')}
                </Button>
              )}
              <Button type="submit" loading={busy}>
                {t(`helpDesk.tickets.answer.${isNote ? 'saveNote' : 'send'}`)}
              </Button>
            </Group>
          </Group>
        ) : (
          <WaitingAnswer onUndo={() => setWaiting(null)} onSend={() => submit(waiting)} />
        )}
      </Stack>
    </form>
  )
}

function Kind({ isNote, onChange }: { isNote: boolean; onChange: (internal: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('helpDesk.tickets.answer.kind')}
      data={[
        { value: 'answer', label: t('helpDesk.tickets.answer.toPerson') },
        { value: 'note', label: t('helpDesk.tickets.answer.note') },
      ]}
      value={isNote ? 'note' : 'answer'}
      onChange={(kind) => onChange(kind === 'note')}
    />
  )
}

const Notice = ({ children }: { children: string | null }) =>
  children === null ? null : (
    <p className={classes.notice}>
      <IconInfoCircle size={18} stroke={1.7} aria-hidden />
      {children}
    </p>
  )

function Saved({ at }: { at: Date | null }) {
  const { t } = useTranslation()
  const { time } = useFormats()
  return at === null ? null : (
    <Text size="sm" c="var(--ink-quiet)">
      {t('helpDesk.tickets.answer.draftSaved', { time: time(at) })}
    </Text>
  )
}
