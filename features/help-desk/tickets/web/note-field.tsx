// The note of the dialogs that hand a ticket to another level.
import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { tickets as limits } from '#catalogue/limits.ts'

type NoteFieldProps = { value: string; error: string | undefined; onChange: (note: string) => void }

export function NoteField({ value, error, onChange }: NoteFieldProps) {
  const { t } = useTranslation()
  return (
    <Textarea
      name="note"
      label={t('helpDesk.tickets.field.note')}
      description={t('helpDesk.tickets.hand.noteHelp')}
      error={error}
      maxLength={limits.length}
      autosize
      minRows={3}
      maxRows={10}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data-autofocus
    />
  )
}
