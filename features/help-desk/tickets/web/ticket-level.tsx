// Who has the ticket, and the dialog that hands it up to the partner or takes it back.
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#platform/web/session/use-session.ts'
import { FormDialog } from '#platform/web/ui/form-dialog.tsx'
import { handTicket, readTicket } from '../contract.ts'
import type { Ticket } from './help-desk-place.ts'
import { NoteField } from './note-field.tsx'

type Handing = { id: string; level: 'unit' | 'partner' }

export function LevelOfTicket({ ticket: { id, level, opened_by } }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const [handing, setHanding] = useState<Handing | null>(null)
  // In their own ticket, people who handle tickets are the side that asks.
  if (level === null || opened_by?.id === user.id) return null
  const isHere = level === 'unit'
  return (
    <Stack gap="xs" align="flex-start">
      {isHere ? null : (
        <Group gap="xs">
          <Text size="sm" fw={500}>
            {t('helpDesk.tickets.field.level')}
          </Text>
          <Text size="sm">{t(`helpDesk.tickets.level.${level}`)}</Text>
        </Group>
      )}
      <Button
        size="sm"
        variant="default"
        leftSection={
          isHere ? (
            <IconArrowForwardUp size={16} stroke={1.8} aria-hidden />
          ) : (
            <IconArrowBackUp size={16} stroke={1.8} aria-hidden />
          )
        }
        onClick={() => setHanding({ id, level: isHere ? 'partner' : 'unit' })}
      >
        {t(`helpDesk.tickets.hand.${isHere ? 'up' : 'back'}`)}
      </Button>
      <FormDialog
        record={handing}
        title={({ level: next }) => t(`helpDesk.tickets.hand.${next === 'partner' ? 'upTitle' : 'backTitle'}`)}
        call={handTicket}
        initial={() => ({ note: '' })}
        inputOf={(target, { note }) => ({ ...target, note })}
        label={(field) => t(`helpDesk.tickets.field.${field === 'level' ? 'level' : 'note'}`)}
        refreshes={[readTicket]}
        doneText={t('helpDesk.tickets.hand.done')}
        action={t(`helpDesk.tickets.hand.${isHere ? 'up' : 'back'}`)}
        onClose={() => setHanding(null)}
      >
        {({ values, set, faults }) => (
          <NoteField value={values.note} error={faults['note']} onChange={(note) => set({ note })} />
        )}
      </FormDialog>
    </Stack>
  )
}
