import { Alert, Button, Code, Group, Stack, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { isTyped, typedName } from '#platform/contract/typed-name.ts'
import { Dialog } from './dialog.tsx'

type DeleteDialogProps = {
  /** The name of the record to delete; null closes the dialog. */
  name: string | null
  /** The text about other data that is deleted with the record; without it, the dialog says that all linked data is erased. */
  text?: string | undefined
  busy?: boolean
  onClose: () => void
  onDelete: () => void
}

/** Permanent deletion: the person types the name, and the warning says that linked data is deleted, too. */
export function DeleteDialog({ name, text, busy = false, onClose, onDelete }: DeleteDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog opened={name !== null} onClose={onClose} title={t('general.remove.title', { name: name ?? '' })}>
      {name === null ? null : <TypedConfirmation key={name} {...{ name, text, busy, onClose, onDelete }} />}
    </Dialog>
  )
}

function TypedConfirmation({ name, text, busy, onClose, onDelete }: DeleteDialogProps & { name: string }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const ready = isTyped(typed, name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready) onDelete()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Alert color="amber" variant="light" icon={<IconAlertTriangle aria-hidden />} c="var(--ink)">
          {text} {t('general.remove.warning')}
        </Alert>
        <TextInput
          label={
            <Trans i18nKey="general.remove.type" values={{ typed: typedName(name) }} components={{ code: <Code /> }} />
          }
          value={typed}
          onChange={({ currentTarget, nativeEvent }) => setTyped(whileTyping(currentTarget.value, nativeEvent))}
          onCompositionEnd={({ currentTarget }) => setTyped(typedName(currentTarget.value))}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('general.action.cancel')}
          </Button>
          <Button type="submit" color="red.9" disabled={!ready} loading={busy ?? false}>
            {t('general.action.remove')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** A character that is still being composed (´ before a) is left alone until it is complete. */
function whileTyping(value: string, event: Event): string {
  return event instanceof InputEvent && event.isComposing ? value : typedName(value)
}
