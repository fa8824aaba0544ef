import { Button, Menu } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { runExport } from '../contract.ts'

function useRun(id: string) {
  const { t } = useTranslation()
  const { mutate, isPending } = useCallMutation(runExport, {
    onDone: () => toastDone(t('automation.scheduledExports.runStarted')),
  })
  return { isPending, begin: () => mutate({ id }) }
}

export function RunItem({ id }: { id: string }) {
  const { t } = useTranslation()
  const { isPending, begin } = useRun(id)
  return (
    <Menu.Item leftSection={<IconPlayerPlay size={16} aria-hidden />} disabled={isPending} onClick={begin}>
      {t('automation.scheduledExports.run')}
    </Menu.Item>
  )
}

export function RunButton({ id }: { id: string }) {
  const { t } = useTranslation()
  const { isPending, begin } = useRun(id)
  return (
    <Button leftSection={<IconPlayerPlay size={16} stroke={1.8} aria-hidden />} loading={isPending} onClick={begin}>
      {t('automation.scheduledExports.run')}
    </Button>
  )
}
