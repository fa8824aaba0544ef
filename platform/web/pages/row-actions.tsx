// The actions of one record of a list: its menu, and the removal by typed name.
import { Menu } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '#platform/contract/call.ts'
import { typedName } from '#platform/contract/typed-name.ts'
import { useCallMutation } from '../client/use-call.ts'
import { useGo } from '../routing/path.tsx'
import { DeleteDialog } from '../ui/delete-dialog.tsx'
import { RowMenu } from '../ui/row-menu.tsx'
import { toastDone } from '../ui/toasts.tsx'
import type { Listed } from './listed-record.ts'
import { type PhrasePrefix, usePhrases } from './use-phrases.ts'

type RowActionsProps<Row extends Listed> = {
  row: Row
  /** The name by which people know the record. */
  name: string
  path?: string
  remove?: Call
  renderActions?: (row: Row) => ReactNode
  onRemove: () => void
}

/** Edit (when the record has a page), the feature's own actions, remove: each only if the server allows it in `can`. */
export function RowActions<Row extends Listed>({
  row,
  name,
  path,
  remove,
  renderActions,
  onRemove,
}: RowActionsProps<Row>) {
  const { t } = useTranslation()
  const go = useGo()
  const may = (verb: string) => row.can?.includes(verb) === true
  return (
    <RowMenu name={name}>
      {path !== undefined && may('update') && (
        <Menu.Item
          key="edit"
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => go(`${path}/${row.id}`)}
        >
          {t('general.action.edit')}
        </Menu.Item>
      )}
      {renderActions?.(row) ?? null}
      {remove !== undefined && may('remove') && (
        <Menu.Item key="remove" c="var(--danger)" leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
          {t('general.action.remove')}
        </Menu.Item>
      )}
    </RowMenu>
  )
}

type RemovalProps = {
  phrasePrefix: PhrasePrefix
  call: Call
  refreshes: readonly Call[]
  row: Listed | null
  /** The name by which people know the record. */
  name: string | null
  /** A result message, when it says more than that the action is done. */
  onRemoved?: ((row: Listed) => void) | undefined
  onClose: () => void
}

export function Removal({ phrasePrefix, call, refreshes, row, name, onRemoved, onClose }: RemovalProps) {
  const { t } = useTranslation()
  const remove = useCallMutation(call, {
    refreshes,
    onDone: () => {
      if (onRemoved !== undefined && row !== null) onRemoved(row)
      else toastDone(name === null ? undefined : t('general.toast.removed', { name }))
      onClose()
    },
  })
  return (
    <DeleteDialog
      name={name}
      text={usePhrases(phrasePrefix).deleteText}
      busy={remove.isPending}
      onClose={onClose}
      // Some calls also require the typed name.
      onDelete={() => row && remove.mutate({ id: row.id, name: typedName(row.name ?? '') })}
    />
  )
}
