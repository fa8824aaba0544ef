// The answer that a person writes in a ticket: its text and files, the draft on the server, and the seconds before it is sent.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import { ask } from '#platform/web/client/client.ts'
import { keyOf } from '#platform/web/client/query-keys.ts'
import { checkInput } from '#platform/web/client/check-input.ts'
import type { CallInput } from '#platform/web/client/encode-input.ts'
import { type Submission, useSubmit } from '#platform/web/client/use-submit.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { useDraft } from '#platform/web/ui/use-draft.ts'
import { answerTicket, readTicket, saveDraft, type TicketStatus } from '../contract.ts'
import { useKeptDraft } from './help-desk-draft.ts'
import { type TicketFiles, useTicketFiles } from './help-desk-files.ts'
import type { Ticket } from './help-desk-place.ts'

export type Answer = {
  text: string
  setText: (text: string) => void
  /** The person is the side that asks. People who handle tickets are so in their own tickets. */
  isAsking: boolean
  /** The text is an internal note. */
  isNote: boolean
  setNote: (isNote: boolean) => void
  /** The answer waits for a reply of the person who opened the ticket. */
  waits: boolean
  setWaits: (waits: boolean) => void
  files: TicketFiles
  /** The person wanted to send while files were being uploaded. */
  isEarly: boolean
  /** The instant of the last save of the draft; null: nothing is kept. */
  savedAt: Date | null
  /** The person would lose something by leaving the page. */
  isUnsaved: boolean
  submission: Pick<Submission<typeof answerTicket>, 'faults' | 'refusal' | 'busy'>
  /** True in the seconds in which a sent answer can be taken back. */
  isWaiting: boolean
  send: (status: TicketStatus | null, isNote?: boolean) => void
  sendNow: () => void
  undo: () => void
}

export function useAnswer({ id, opened_by, can }: Ticket, kept: Ticket['draft'], onSent: () => void): Answer {
  const { t } = useTranslation()
  const { user } = useSession()
  const isAsking = !can.includes('handle') || opened_by?.id === user.id
  const { values, set } = useDraft({ text: kept?.text ?? '', internal: kept?.internal ?? false })
  const isNote = values.internal && !isAsking
  const cache = useQueryClient()
  const draft = useKeptDraft({ text: values.text, internal: isNote }, kept, async (written, { internal }) => {
    await ask(saveDraft, { ticket_id: id, text: written?.text ?? null, internal })
    cache.setQueryData(
      keyOf(readTicket, { id }),
      (before: Ticket | undefined) => before && { ...before, draft: written },
    )
  })
  const files = useTicketFiles()
  const [waits, setWaits] = useState(!isAsking)
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
  const { busy, done } = submission
  const submit = (input: CallInput<typeof answerTicket>) => {
    setWaiting(null)
    void draft.settled().then(() => submission.submit(input))
  }
  return {
    text: values.text,
    setText: (text) => set({ text }),
    isAsking,
    isNote,
    setNote: (internal) => set({ internal }),
    waits,
    setWaits,
    files,
    isEarly: isEarly && files.isSending,
    savedAt: draft.savedAt,
    isUnsaved: (!draft.isKept || files.files.length > 0) && waiting === null && !busy && !done,
    submission,
    isWaiting: waiting !== null,
    send: (status, internal = isNote) => {
      setEarly(files.isSending)
      if (files.isSending || waiting !== null) return
      const isLast = internal || status === 'closed'
      const input = {
        ticket_id: id,
        text: values.text,
        status,
        internal,
        waits: waits && !isAsking && !isLast,
        attachments: files.ids,
      }
      const isComplete = Object.keys(checkInput(answerTicket, input)).length === 0
      if (internal || !isComplete) return submit(input)
      setWaiting(input)
    },
    sendNow: () => {
      if (waiting !== null) submit(waiting)
    },
    undo: () => setWaiting(null),
  }
}
