// The person's views of a report: opens, saves, renames, replaces and removes them, and chooses the one that the report opens with.
import {
  ActionIcon,
  Button,
  Group,
  Menu,
  Stack,
  Switch,
  Text,
  TextInput,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core'
import { IconCheck, IconDots, IconStarFilled } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import type { ReceivedOf, SentOf } from '#platform/contract/call.ts'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { LoadingBlock } from '#platform/web/ui/loading-block.tsx'
import { toastDone, toastFailure } from '#platform/web/ui/toasts.tsx'
import { addSavedView, listSavedViews, removeSavedView, updateSavedView, viewNameLength } from '../contract.ts'
import classes from './saved-views.module.css'

/** The filters and slicers that the report shows now. */
export type ShownState = Pick<SentOf<typeof addSavedView>, 'filters' | 'slicers'> & { page?: string | undefined }

type DialogProps = {
  reportId: string
  /** Id of the view that the report opened with; null: none. */
  present: string | null
  /** Whether the report has loaded, so that its state can be read and saved. */
  isReady: boolean
  read: () => Promise<ShownState>
  onShow: (viewId: string | null) => void
  onClose: () => void
}

/** The person’s views of a report. */
export function SavedViewsDialog(props: DialogProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useCallQuery(listSavedViews, { reportId: props.reportId })
  // A counter of saved views is the key of the form, so that the next view gets an empty form.
  const [sent, setSent] = useState(0)
  return (
    <Dialog opened onClose={props.onClose} title={t('reports.savedViews.title')}>
      <Stack gap="lg">
        <SaveForm key={sent} onSaved={() => setSent(sent + 1)} {...props} />
        {error ? <FailedState failure={error} onRetry={() => void refetch()} /> : null}
        {data ? <Views views={data.data} {...props} /> : <LoadingBlock height={80} />}
      </Stack>
    </Dialog>
  )
}

type View = ReceivedOf<typeof listSavedViews>['data'][number]

function SaveForm({ reportId, isReady, read, onSaved }: DialogProps & { onSaved: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [is_default, setDefault] = useState(false)
  const submission = useSubmit(addSavedView, {
    values: { name, is_default },
    label: () => t('reports.savedViews.field.name'),
    onDone: () => {
      toastDone(t('reports.savedViews.saved'))
      onSaved()
    },
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    read().then(
      ({ page, filters, slicers }) =>
        submission.submit({ reportId, name, is_default, page: page ?? null, filters, slicers }),
      () => toastFailure(t('reports.savedViews.notReady')),
    )
  }
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        <Text size="sm">{t('reports.savedViews.text')}</Text>
        {submission.refusal === null || submission.faults['name'] ? null : (
          <Text role="alert" size="sm" c="var(--danger)">
            {submission.refusal.message}
          </Text>
        )}
        <TextInput
          name="name"
          label={t('reports.savedViews.field.name')}
          error={submission.faults['name']}
          maxLength={viewNameLength}
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
          data-autofocus
        />
        <Switch
          label={t('reports.savedViews.field.is_default')}
          checked={is_default}
          onChange={({ currentTarget: { checked } }) => setDefault(checked)}
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={!isReady} loading={submission.busy}>
            {t('reports.savedViews.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Views({ views, present, onShow, onClose, ...props }: DialogProps & { views: readonly View[] }) {
  const { t } = useTranslation()
  const show = (id: string | null) => {
    onShow(id)
    onClose()
  }
  if (views.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('reports.savedViews.empty')}
      </Text>
    )
  }
  return (
    <ul className={classes.views} aria-label={t('reports.savedViews.title')}>
      {views.map((view) => (
        <li key={view.id} className={classes.view}>
          <UnstyledButton
            className={classes.name}
            aria-current={view.id === present ? 'true' : undefined}
            onClick={() => show(view.id)}
          >
            {view.id === present ? <IconCheck size={16} aria-hidden /> : null}
            <span>{view.name}</span>
            {view.is_default ? (
              <>
                <IconStarFilled size={12} aria-hidden />
                <VisuallyHidden>{t('reports.savedViews.default')}</VisuallyHidden>
              </>
            ) : null}
          </UnstyledButton>
          <ViewMenu view={view} {...props} />
        </li>
      ))}
    </ul>
  )
}

type ViewMenuProps = Pick<DialogProps, 'isReady' | 'read'> & { view: View }

function ViewMenu({ view: { id, name, is_default }, isReady, read }: ViewMenuProps) {
  const { t } = useTranslation()
  const [isRenaming, setRenaming] = useState(false)
  const change = useCallMutation(updateSavedView, { onDone: () => toastDone() })
  const removal = useCallMutation(removeSavedView, { onDone: () => toastDone() })
  const replace = () =>
    void read().then(
      ({ page, filters, slicers }) => change.mutate({ id, state: { page: page ?? null, filters, slicers } }),
      () => toastFailure(t('reports.savedViews.notReady')),
    )
  if (isRenaming) {
    return (
      <RenameField
        name={name}
        onDone={(newName) => {
          setRenaming(false)
          if (newName !== name && newName !== '') change.mutate({ id, name: newName })
        }}
      />
    )
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('reports.savedViews.more', { name })}>
          <IconDots size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => change.mutate({ id, is_default: !is_default })}>
          {t(is_default ? 'reports.savedViews.notFirst' : 'reports.savedViews.first')}
        </Menu.Item>
        <Menu.Item onClick={() => setRenaming(true)}>{t('reports.savedViews.rename')}</Menu.Item>
        <Menu.Item disabled={!isReady} onClick={replace}>
          {t('reports.savedViews.replace')}
        </Menu.Item>
        <Menu.Item color="red" onClick={() => removal.mutate({ id })}>
          {t('general.action.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function RenameField({ name, onDone }: { name: string; onDone: (name: string) => void }) {
  const { t } = useTranslation()
  const [value, setValue] = useState(name)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  return (
    <form
      className={classes.rename}
      onSubmit={(event) => {
        event.preventDefault()
        onDone(value.trim())
      }}
    >
      <TextInput
        ref={input}
        flex={1}
        aria-label={t('reports.savedViews.field.name')}
        maxLength={viewNameLength}
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onDone(name)
        }}
      />
      <Button type="submit">{t('general.action.save')}</Button>
    </form>
  )
}
