import { ActionIcon, Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import { listChoices } from '#catalogue/limits.ts'
import type { ListView } from '#platform/contract/list-choice.ts'
import type { KeptChoice } from './use-list-choice.ts'

type ViewDialogProps = {
  what: 'save' | 'arrange'
  query: Record<string, string>
  choice: KeptChoice
  onClose: () => void
}

/** Saves the present view under a name, or renames, removes or prefers a saved one. */
export function ViewDialog({ what, onClose, ...props }: ViewDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog opened onClose={onClose} title={t(what === 'save' ? 'general.view.save' : 'general.view.arrange')}>
      {what === 'save' ? <Saving onClose={onClose} {...props} /> : <Arranging onClose={onClose} {...props} />}
    </Dialog>
  )
}

type PartProps = Omit<ViewDialogProps, 'what'>

const nameLength = 60

function Saving({ query, choice: { views, columns, keep }, onClose }: PartProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [isDefault, setDefault] = useState(false)
  const replaced = views.find((view) => view.name === name.trim())
  const isFull = replaced === undefined && views.length >= listChoices.views
  const save = (event: FormEvent) => {
    event.preventDefault()
    const view: ListView = { name: name.trim(), query, columns, is_default: isDefault }
    if (view.name === '' || isFull) return
    const others = views.filter((other) => other !== replaced)
    keep({ views: [...(isDefault ? others.map(notDefault) : others), view] })
    onClose()
  }
  return (
    <form onSubmit={save}>
      <Stack>
        <Text size="sm">{t('general.view.saveText')}</Text>
        <TextInput
          label={t('general.view.name')}
          description={replaced && t('general.view.replaces')}
          error={isFull && t('general.view.full', { count: listChoices.views })}
          maxLength={nameLength}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          data-autofocus
        />
        <Switch
          label={t('general.view.first')}
          checked={isDefault}
          onChange={({ currentTarget }) => setDefault(currentTarget.checked)}
        />
        <Buttons ready={name.trim() !== '' && !isFull} onClose={onClose} />
      </Stack>
    </form>
  )
}

const notDefault = (view: ListView): ListView => ({ ...view, is_default: false })

function Arranging({ choice, onClose }: PartProps) {
  const { t } = useTranslation()
  const [views, setViews] = useState(choice.views)
  const change = (at: number, part: Partial<ListView>) =>
    setViews(views.map((view, position) => (position === at ? { ...view, ...part } : view)))
  const prefer = (at: number) =>
    setViews(views.map((view, position) => ({ ...view, is_default: position === at && !view.is_default })))
  const names = views.map(({ name }) => name.trim())
  const ready = names.every((name, index) => name !== '' && names.indexOf(name) === index)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    choice.keep({ views: views.map((view) => ({ ...view, name: view.name.trim() })) })
    onClose()
  }
  return (
    <form onSubmit={save}>
      <Stack>
        {views.map(({ name, is_default }, index) => (
          <Group key={index} gap="xs" wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={t('general.view.name')}
              maxLength={nameLength}
              value={name}
              onChange={({ currentTarget }) => change(index, { name: currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              size="lg"
              aria-label={`${t('general.view.first')}: ${name}`}
              aria-pressed={is_default}
              onClick={() => prefer(index)}
            >
              {is_default ? <IconStarFilled size={18} aria-hidden /> : <IconStar size={18} aria-hidden />}
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('general.view.remove', { name })}
              onClick={() => setViews(views.filter((_, position) => position !== index))}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Buttons ready={ready} onClose={onClose} />
      </Stack>
    </form>
  )
}

function Buttons({ ready, onClose }: { ready: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        {t('general.action.cancel')}
      </Button>
      <Button type="submit" disabled={!ready}>
        {t('general.action.save')}
      </Button>
    </Group>
  )
}
