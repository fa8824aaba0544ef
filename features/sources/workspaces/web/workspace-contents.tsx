// What the dialogs about the contents of a workspace share: the window, and the states of its answer.
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import type { CallFailure } from '#platform/web/client/call-failure.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { ChoiceSkeleton } from './workspace-dialog.tsx'

export type ContentsProps = {
  /** The workspace whose contents are shown; null closes the dialog. */
  workspace: { id: string; name: string } | null
  onClose: () => void
}

export function ContentsDialog({
  workspace,
  onClose,
  children,
}: ContentsProps & { children: (id: string) => ReactNode }) {
  return (
    <Dialog opened={workspace !== null} onClose={onClose} title={workspace?.name ?? ''} size="lg">
      {workspace === null ? null : children(workspace.id)}
    </Dialog>
  )
}

type AnsweredProps<Row> = {
  answer: { data: { data: Row[] } | undefined; error: CallFailure | null; refetch: () => unknown }
  /** The sentence that is shown if there are no rows. */
  empty: string
  children: (rows: Row[]) => ReactNode
}

export function Answered<Row>({ answer: { data, error, refetch }, empty, children }: AnsweredProps<Row>) {
  if (error && data === undefined) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (data === undefined) return <ChoiceSkeleton />
  return data.data.length === 0 ? <Text c="dimmed">{empty}</Text> : children(data.data)
}
