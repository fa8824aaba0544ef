// What the dialogs about the contents of a workspace share: the window, and the states of its answer.
import { Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallFailure } from '#platform/web/client/call-failure.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { ChoiceSkeleton } from './workspace-dialog.tsx'

export type ContentsProps = {
  /** Null closes the dialog. */
  workspace: { id: string; name: string } | null
  onClose: () => void
}

export function ContentsDialog({
  workspace,
  onClose,
  children,
}: ContentsProps & { children: (id: string) => ReactNode }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={workspace !== null}
      onClose={onClose}
      title={workspace?.name ?? ''}
      centered
      size="lg"
      closeButtonProps={{ 'aria-label': t('general.action.close') }}
    >
      {workspace === null ? null : children(workspace.id)}
    </Modal>
  )
}

type AnsweredProps<Row> = {
  answer: { data: { data: Row[] } | undefined; error: CallFailure | null; refetch: () => unknown }
  /** The sentence for no rows. */
  empty: string
  children: (rows: Row[]) => ReactNode
}

export function Answered<Row>({ answer: { data, error, refetch }, empty, children }: AnsweredProps<Row>) {
  if (error && data === undefined) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (data === undefined) return <ChoiceSkeleton />
  return data.data.length === 0 ? <Text c="dimmed">{empty}</Text> : children(data.data)
}
