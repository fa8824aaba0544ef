import { Button, Menu } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { runTask } from '../contract.ts'
import { largeAudience, type NotificationSettings } from './task-addressees.ts'

type Task = NotificationSettings & { id: string }

/** Starts a run of a task. A run that may notify many people needs a confirmation. */
function useRun(task: Task) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const confirm = useConfirm()
  const { mutate, isPending } = useCallMutation(runTask, { onDone: () => toastDone(t('automation.tasks.runStarted')) })
  const begin = async () => {
    const audience = largeAudience(task)
    if (audience !== null) {
      const { target, max } = audience
      const text =
        target === 'chosen'
          ? t('automation.tasks.runAsk.chosen', { count: max, shown: number(max) })
          : t(`automation.tasks.runAsk.${target}`)
      if (!(await confirm({ title: t('automation.tasks.runAsk.title'), text }))) return
    }
    mutate({ id: task.id })
  }
  return { isPending, begin: () => void begin() }
}

export function RunItem({ task }: { task: Task }) {
  const { t } = useTranslation()
  const { isPending, begin } = useRun(task)
  return (
    <Menu.Item leftSection={<IconPlayerPlay size={16} aria-hidden />} disabled={isPending} onClick={begin}>
      {t('automation.tasks.run')}
    </Menu.Item>
  )
}

export function RunButton({ task }: { task: Task }) {
  const { t } = useTranslation()
  const { isPending, begin } = useRun(task)
  return (
    <Button leftSection={<IconPlayerPlay size={16} stroke={1.8} aria-hidden />} loading={isPending} onClick={begin}>
      {t('automation.tasks.run')}
    </Button>
  )
}
