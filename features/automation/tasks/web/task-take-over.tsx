import { Button } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { takeOverTask } from '../contract.ts'

type Task = { id: string; version: number; name: string; owner: string | null }

/** Makes the person of the session the owner of a task, after a confirmation. */
export function TakeOverButton({ task: { id, version, name, owner } }: { task: Task }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { mutate, isPending } = useCallMutation(takeOverTask, {
    onDone: () => toastDone(t('automation.tasks.takeOver.done')),
  })
  const takeOver = async () => {
    const text = t('automation.tasks.takeOver.text', { owner: owner ?? t('automation.tasks.erasedPerson') })
    if (await confirm({ title: t('automation.tasks.takeOver.title', { name }), text })) mutate({ id, version })
  }
  return (
    <Button
      variant="default"
      leftSection={<IconUserCheck size={16} stroke={1.8} aria-hidden />}
      loading={isPending}
      onClick={() => void takeOver()}
    >
      {t('automation.tasks.takeOver.button')}
    </Button>
  )
}
