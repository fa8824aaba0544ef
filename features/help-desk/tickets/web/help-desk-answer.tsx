// The form for an answer. After an answer was sent, a new form replaces it. An answer waits some seconds before it is sent, and people who
// handle tickets may write an internal note instead. Next: use-answer.ts (what is sent, and when).
import { Button, Checkbox, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tickets as limits } from '#catalogue/limits.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { LeaveGuard } from '#platform/web/ui/leave-guard.tsx'
import { CannedAnswerPicker } from '#features/help-desk/canned-answers/web/exports.tsx'
import { FilesField } from './help-desk-files-field.tsx'
import type { Ticket } from './help-desk-place.ts'
import { titleOf } from '../contract.ts'
import { WaitingAnswer } from './help-desk-waiting.tsx'
import { type Answer, useAnswer } from './use-answer.ts'
import classes from './help-desk.module.css'

export function TicketAnswer({ ticket }: { ticket: Ticket }) {
  const [sent, setSent] = useState(0)
  return (
    <AnswerForm key={sent} ticket={ticket} kept={sent === 0 ? ticket.draft : null} onSent={() => setSent(sent + 1)} />
  )
}

type AnswerFormProps = { ticket: Ticket; kept: Ticket['draft']; onSent: () => void }

function AnswerForm({ ticket, kept, onSent }: AnswerFormProps) {
  const { t } = useTranslation()
  const answer = useAnswer(ticket, kept, onSent)
  const { isNote, isAsking, submission } = answer
  const submit = (event: FormEvent) => {
    event.preventDefault()
    answer.send(null)
  }
  return (
    <form
      className={classes.form}
      data-internal={isNote || undefined}
      aria-labelledby="answer"
      noValidate
      onSubmit={submit}
    >
      <LeaveGuard changed={answer.isUnsaved} />
      <Group justify="space-between" mb="sm" gap="xs">
        <h2 id="answer" className={classes.heading}>
          {t(`helpDesk.tickets.answer.${isNote ? 'noteTitle' : 'title'}`)}
        </h2>
        {isAsking ? null : <Kind isNote={isNote} onChange={answer.setNote} />}
      </Group>
      <Stack gap="md">
        <Notice answer={answer} status={ticket.status} />
        {submission.refusal === null ? null : (
          <Text role="alert" size="sm" c="var(--danger)">
            {submission.refusal.message}
          </Text>
        )}
        <AnswerFields answer={answer} ticket={ticket} />
        {answer.isWaiting ? (
          <WaitingAnswer onUndo={answer.undo} onSend={answer.sendNow} />
        ) : (
          <SendButtons answer={answer} status={ticket.status} />
        )}
      </Stack>
    </form>
  )
}

function Kind({ isNote, onChange }: { isNote: boolean; onChange: (isNote: boolean) => void }) {
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

type PartProps = { answer: Answer; status: Ticket['status'] }

/** Says who reads a note, and what an answer to a resolved ticket does. */
function Notice({ answer: { isNote, isAsking }, status }: PartProps) {
  const { t } = useTranslation()
  if (!isNote && status !== 'closed') return null
  return (
    <p className={classes.notice}>
      <IconInfoCircle size={18} stroke={1.7} aria-hidden />
      {t(`helpDesk.tickets.answer.${isNote ? 'noteHelp' : isAsking ? 'reopens' : 'staysResolved'}`)}
    </p>
  )
}

const cannedField = 'canned_answer'

function AnswerFields({ answer, ticket }: { answer: Answer; ticket: Ticket }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const ownLanguage = useLanguage()
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, setText, isAsking, isNote, files, submission } = answer
  const { faults } = submission
  return (
    <Stack gap="md" inert={submission.busy || answer.isWaiting}>
      {isAsking ? null : (
        <CannedAnswerPicker
          name={cannedField}
          language={ticket.language ?? ownLanguage}
          values={{
            person: ticket.opened_by?.name ?? '',
            ticket: titleOf(ticket),
            report: ticket.report?.name ?? '',
            agent: user.name,
          }}
          onPick={(canned) => {
            setText(text === '' ? canned : `${text}\n${canned}`)
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
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
        onKeyDown={(event) => onKey(event, answer)}
        onPaste={({ clipboardData }) => files.add(clipboardData.files)}
      />
      <FilesField
        label={<OptionalLabel>{t('helpDesk.tickets.field.attachments')}</OptionalLabel>}
        ticketFiles={files}
        error={answer.isEarly ? t('helpDesk.tickets.files.wait') : faults['attachments']}
      />
      {isAsking || isNote || ticket.status === 'closed' ? null : (
        <Checkbox
          name="waits"
          label={t('helpDesk.tickets.answer.wait')}
          description={t('helpDesk.tickets.answer.waitHelp')}
          checked={answer.waits}
          onChange={({ currentTarget: { checked } }) => answer.setWaits(checked)}
        />
      )}
    </Stack>
  )
}

/** Keys of the text: `/` in an empty text searches a canned answer, Ctrl + Enter sends, Ctrl + Shift + Enter saves a note. */
function onKey(event: KeyboardEvent, { text, isAsking, isNote, setNote, send }: Answer): void {
  if (event.key === '/' && text === '' && !isAsking) {
    event.preventDefault()
    document.getElementById(cannedField)?.focus()
    return
  }
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  const internal = isNote || (event.shiftKey && !isAsking)
  setNote(internal)
  send(null, internal)
}

function SendButtons({ answer: { isNote, savedAt, submission, send }, status }: PartProps) {
  const { t } = useTranslation()
  const { time } = useFormats()
  const { busy } = submission
  return (
    <Group justify="space-between" gap="xs">
      {savedAt === null ? null : (
        <Text size="sm" c="var(--ink-quiet)">
          {t('helpDesk.tickets.answer.draftSaved', { time: time(savedAt) })}
        </Text>
      )}
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
  )
}
