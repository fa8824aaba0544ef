// Merging a duplicate into another ticket: the dialog, and the links between the two.
import { ActionIcon, Anchor, Button, Group, Text } from '@mantine/core'
import { IconGitMerge, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PathLink, useGo } from '#platform/web/routing/path.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { FormDialog } from '#platform/web/ui/form-dialog.tsx'
import { RecordPicker } from '#platform/web/ui/record-picker.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { mergeTickets, readTicket, selectTickets, titleOf } from '../contract.ts'
import { type Ticket, ticketPlace } from './help-desk-place.ts'

/** What is at the top of a merged ticket: the way to the main one. */
export function MergedInto({ ticket: { merged_into } }: { ticket: Ticket }) {
  const { t } = useTranslation()
  if (merged_into === null) return null
  return (
    <Text component="output" display="block">
      {t('helpDesk.tickets.merge.into')} <TicketLink ticket={merged_into} />
    </Text>
  )
}

const TicketLink = ({ ticket }: { ticket: { id: string; number: number; name: string } }) => (
  <Anchor renderRoot={(props) => <PathLink to={`${ticketPlace.path}/${ticket.id}`} {...props} />}>
    {titleOf(ticket)}
  </Anchor>
)

type Chosen = { value: string; label: string } | null

export function MergeOfTicket({ ticket: { id, merged, opened_by } }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const go = useGo()
  const [merging, setMerging] = useState<{ id: string } | null>(null)
  const [into, setInto] = useState<Chosen>(null)
  // In their own ticket, people who handle tickets are the side that asks.
  const isOwn = opened_by?.id === user.id
  const close = () => {
    setMerging(null)
    setInto(null)
  }
  return (
    <div>
      {merged.length === 0 ? null : (
        <>
          <Text size="sm" fw={500}>
            {t('helpDesk.tickets.merge.merged')}
          </Text>
          {merged.map((each) => (
            <Text size="sm" key={each.id}>
              <TicketLink ticket={each} />
            </Text>
          ))}
        </>
      )}
      {isOwn ? null : (
        <Button
          size="sm"
          variant="default"
          leftSection={<IconGitMerge size={16} stroke={1.8} aria-hidden />}
          onClick={() => setMerging({ id })}
        >
          {t('helpDesk.tickets.merge.action')}
        </Button>
      )}
      <FormDialog
        record={merging}
        title={() => t('helpDesk.tickets.merge.title')}
        call={mergeTickets}
        initial={() => ({ into_id: '' })}
        inputOf={(duplicate, { into_id }) => ({ ...duplicate, into_id })}
        label={() => t('helpDesk.tickets.field.into_id')}
        refreshes={[readTicket]}
        action={t('helpDesk.tickets.merge.action')}
        onAnswer={() => {
          toastDone(t('helpDesk.tickets.merge.done'))
          if (into !== null) go(`${ticketPlace.path}/${into.value}`)
          close()
        }}
        onClose={close}
      >
        {({ set, faults }) => (
          <>
            <Text size="sm">{t('helpDesk.tickets.merge.text')}</Text>
            {into === null ? (
              <RecordPicker
                call={selectTickets}
                name="into_id"
                label={t('helpDesk.tickets.field.into_id')}
                placeholder={t('helpDesk.tickets.merge.pick')}
                error={faults['into_id']}
                exclude={[id]}
                onPick={(chosen) => {
                  setInto(chosen)
                  set({ into_id: chosen.value })
                }}
              />
            ) : (
              <Group gap="xs" justify="space-between" wrap="nowrap">
                <Text style={{ overflowWrap: 'anywhere' }}>{into.label}</Text>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={t('helpDesk.tickets.merge.other')}
                  onClick={() => {
                    setInto(null)
                    set({ into_id: '' })
                  }}
                >
                  <IconX size={16} stroke={1.8} aria-hidden />
                </ActionIcon>
              </Group>
            )}
          </>
        )}
      </FormDialog>
    </div>
  )
}
