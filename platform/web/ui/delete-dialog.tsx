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
  /** Title and verb of another act that needs the typed name. It erases nothing, so the dialog has no warning about linked data. */
  act?: { title: string; verb: string }
  busy?: boolean
  onClose: () => void
  onDelete: () => void
}

/** Permanent deletion, or another act of consequence: the person types the name first. */
export function DeleteDialog({ name, act, ...rest }: DeleteDialogProps) {
  const { t } = useTranslation()
  const title = act?.title ?? t('general.remove.title', { name: name ?? '' })
  return (
    <Dialog opened={name !== null} onClose={rest.onClose} title={title}>
      {name === null ? null : <TypedConfirmation key={name} {...rest} {...(act && { act })} name={name} />}
    </Dialog>
  )
}

function TypedConfirmation({ name, text, act, busy, onClose, onDelete }: DeleteDialogProps & { name: string }) {
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
          {text} {act ? null : t('general.remove.warning')}
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
            {act?.verb ?? t('general.action.remove')}
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
