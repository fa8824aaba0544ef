import { Button, Loader, Menu } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { refreshDataset } from '../contract.ts'

function useStart() {
  const { t } = useTranslation()
  return useCallMutation(refreshDataset, { onDone: () => toastDone(t('reports.datasets.started')) })
}

export function RefreshItem({ id, disabled }: { id: string; disabled: boolean }) {
  const { t } = useTranslation()
  const start = useStart()
  return (
    <Menu.Item
      leftSection={<IconRefresh size={16} aria-hidden />}
      disabled={disabled || start.isPending}
      onClick={() => start.mutate({ id })}
    >
      {t('reports.datasets.refresh')}
    </Menu.Item>
  )
}

type RefreshButtonProps = { id: string; disabled: boolean; isRunning: boolean }

export function RefreshButton({ id, disabled, isRunning }: RefreshButtonProps) {
  const { t } = useTranslation()
  const start = useStart()
  return (
    <Button
      leftSection={
        isRunning ? <Loader size={14} color="gray" aria-hidden /> : <IconRefresh size={16} stroke={2} aria-hidden />
      }
      disabled={disabled || isRunning}
      loading={start.isPending}
      onClick={() => start.mutate({ id })}
    >
      {isRunning ? t('reports.datasets.states.running') : t('reports.datasets.refresh')}
    </Button>
  )
}
