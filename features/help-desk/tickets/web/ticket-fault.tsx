// The known fault that a ticket is about: linking the ticket to it, and ending it with one answer to all its tickets.
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tickets as limits } from '#catalogue/limits.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { FormDialog } from '#platform/web/ui/form-dialog.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { endTicketFault, markTicketFault, readTicket, unmarkTicketFault } from '../contract.ts'
import type { Ticket } from './help-desk-place.ts'

export function FaultOfTicket({ ticket: { id, status, fault, report, opened_by } }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const { user } = useSession()
  const [ending, setEnding] = useState<{ id: string; tickets: number } | null>(null)
  const mark = useCallMutation(markTicketFault, { onDone: () => toastDone(t('helpDesk.tickets.fault.marked')) })
  const unmark = useCallMutation(unmarkTicketFault, { onDone: () => toastDone(t('helpDesk.tickets.fault.unmarked')) })
  // In their own ticket, people who handle tickets are the side that asks.
  if (report === null || opened_by?.id === user.id) return null
  if (fault === null) {
    return status === 'closed' ? null : (
      <Stack gap={4} align="flex-start">
        <Button
          size="sm"
          variant="default"
          leftSection={<IconAlertTriangle size={16} stroke={1.8} aria-hidden />}
          aria-describedby="mark-fault"
          loading={mark.isPending}
          onClick={() => mark.mutate({ id })}
        >
          {t('helpDesk.tickets.fault.mark')}
        </Button>
        <Text id="mark-fault" size="xs" c="var(--ink-quiet)">
          {t('helpDesk.tickets.fault.markHelp')}
        </Text>
      </Stack>
    )
  }
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{t('helpDesk.tickets.fault.known', { when: dateTime(fault.since) })}</Text>
      <Group gap="xs">
        <Button
          size="sm"
          variant="default"
          leftSection={<IconCircleCheck size={16} stroke={1.8} aria-hidden />}
          onClick={() => setEnding({ id, tickets: fault.tickets })}
        >
          {t('helpDesk.tickets.fault.end')}
        </Button>
        <Button size="sm" variant="subtle" loading={unmark.isPending} onClick={() => unmark.mutate({ id })}>
          {t('helpDesk.tickets.fault.unmark')}
        </Button>
      </Group>
      <FormDialog
        record={ending}
        title={() => t('helpDesk.tickets.fault.title')}
        call={endTicketFault}
        initial={() => ({ text: '' })}
        inputOf={(target, { text }) => ({ ...target, text })}
        label={() => t('helpDesk.tickets.answer.field')}
        refreshes={[readTicket]}
        doneText={t('helpDesk.tickets.fault.ended')}
        action={t('helpDesk.tickets.fault.action')}
        onClose={() => setEnding(null)}
      >
        {({ values, set, faults }) => (
          <>
            <Text size="sm">{t('helpDesk.tickets.fault.text', { count: ending?.tickets ?? 0 })}</Text>
            <Textarea
              name="text"
              label={t('helpDesk.tickets.answer.field')}
              error={faults['text']}
              maxLength={limits.length}
              autosize
              minRows={3}
              maxRows={10}
              value={values.text}
              onChange={({ currentTarget: { value } }) => set({ text: value })}
              data-autofocus
            />
          </>
        )}
      </FormDialog>
    </Stack>
  )
}
