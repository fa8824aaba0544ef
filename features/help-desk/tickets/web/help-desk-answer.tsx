// The form for an answer. After an answer was sent, a new form replaces it.
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tickets as limits } from '#catalogue/limits.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { LeaveGuard } from '#platform/web/ui/leave-guard.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { useDraft } from '#platform/web/ui/use-draft.ts'
import { answerTicket, type TicketStatus } from '../contract.ts'
import { FilesField } from './help-desk-files-field.tsx'
import { useTicketFiles } from './help-desk-files.ts'
import type { Ticket } from './help-desk-place.ts'
import classes from './help-desk.module.css'

export function TicketAnswer({ ticket }: { ticket: Ticket }) {
  const [sent, setSent] = useState(0)
  return <AnswerForm key={sent} ticket={ticket} onSent={() => setSent(sent + 1)} />
}

function AnswerForm({ ticket: { id, status, opened_by, can }, onSent }: { ticket: Ticket; onSent: () => void }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const { values, set, changed } = useDraft({ text: '' })
  const files = useTicketFiles()
  const [isEarly, setEarly] = useState(false)
  const submission = useSubmit(answerTicket, {
    values,
    label: () => t('helpDesk.tickets.answer.field'),
    onDone: () => {
      toastDone(t('helpDesk.tickets.answer.sent'))
      onSent()
    },
  })
  const { faults, refusal, busy, done } = submission
  const send = (requestedStatus: TicketStatus | null) => {
    setEarly(files.isSending)
    if (!files.isSending)
      submission.submit({ ticket_id: id, text: values.text, status: requestedStatus, attachments: files.ids })
  }
  const reopens = !can.includes('handle') || opened_by?.id === user.id
  return (
    <form
      className={classes.form}
      aria-labelledby="answer"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        send(null)
      }}
    >
      <LeaveGuard changed={(changed.length > 0 || files.files.length > 0) && !done} />
      <h2 id="answer" className={classes.heading}>
        {t('helpDesk.tickets.answer.title')}
      </h2>
      <Stack gap="md" inert={busy}>
        {status === 'closed' ? (
          <p className={classes.notice}>
            <IconInfoCircle size={18} stroke={1.7} aria-hidden />
            {t(reopens ? 'helpDesk.tickets.answer.reopens' : 'helpDesk.tickets.answer.staysResolved')}
          </p>
        ) : null}
        {refusal === null ? null : (
          <Text role="alert" size="sm" c="var(--danger)">
            {refusal.message}
          </Text>
        )}
        <Textarea
          name="text"
          label={t('helpDesk.tickets.answer.field')}
          error={faults['text']}
          maxLength={limits.length}
          autosize
          minRows={4}
          maxRows={16}
          value={values.text}
          onChange={({ currentTarget: { value } }) => set({ text: value })}
          onPaste={({ clipboardData }) => files.add(clipboardData.files)}
        />
        <FilesField
          label={<OptionalLabel>{t('helpDesk.tickets.field.attachments')}</OptionalLabel>}
          ticketFiles={files}
          error={isEarly && files.isSending ? t('helpDesk.tickets.files.wait') : faults['attachments']}
        />
        <Group justify="flex-end" gap="xs">
          {status === 'closed' ? null : (
            <Button variant="default" disabled={busy} onClick={() => send('closed')}>
              {t('helpDesk.tickets.answer.sendResolved')}
            </Button>
          )}
          <Button type="submit" loading={busy}>
            {t('helpDesk.tickets.answer.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
