// Start, pause and resize a capacity. Pausing and resizing ask first, because readers notice them.
import { Alert, Button, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconResize } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog, DialogButtons } from '#platform/web/ui/dialog.tsx'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { type capacityCalls, listSizes, pauseCapacity, resizeCapacity, startCapacity } from '../contract.ts'
import { isUnderWay } from './capacity-state.tsx'

type Capacity = ReceivedOf<typeof capacityCalls.read>

export function CapacityActions({ capacity }: { capacity: Capacity }) {
  const { id, state, size } = capacity
  const { t } = useTranslation()
  const [asks, setAsks] = useState<'pause' | 'resize' | null>(null)
  const start = useCallMutation(startCapacity, { onDone: () => toastDone(t('sources.capacities.started')) })
  const close = () => setAsks(null)
  if (!useCan('capacity.operate')) return null
  const moves = isUnderWay(state)
  const isPaused = state === 'paused'
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconResize size={16} stroke={1.8} aria-hidden />}
        disabled={moves || size === null}
        onClick={() => setAsks('resize')}
      >
        {t('sources.capacities.resize')}
      </Button>
      {isPaused ? (
        <Button
          leftSection={<IconPlayerPlay size={16} stroke={1.8} aria-hidden />}
          loading={start.isPending}
          onClick={() => start.mutate({ id })}
        >
          {t('sources.capacities.start')}
        </Button>
      ) : (
        <Button
          leftSection={<IconPlayerPause size={16} stroke={1.8} aria-hidden />}
          disabled={moves}
          onClick={() => setAsks('pause')}
        >
          {t('sources.capacities.pause')}
        </Button>
      )}
      <Dialog
        opened={asks !== null}
        onClose={close}
        title={t(asks === 'resize' ? 'sources.capacities.resize' : 'sources.capacities.pause')}
      >
        {asks === 'pause' ? <Pause id={id} onClose={close} /> : null}
        {asks === 'resize' && size !== null ? <Resize id={id} size={size} onClose={close} /> : null}
      </Dialog>
    </>
  )
}

function Pause({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const pause = useCallMutation(pauseCapacity, {
    onDone: () => {
      toastDone(t('sources.capacities.paused'))
      onClose()
    },
  })
  return (
    <Stack>
      <Text>{t('sources.capacities.pauseText')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('general.action.cancel')}
        </Button>
        <Button loading={pause.isPending} onClick={() => pause.mutate({ id })} data-autofocus>
          {t('sources.capacities.pause')}
        </Button>
      </Group>
    </Stack>
  )
}

function Resize({ id, size, onClose }: { id: string; size: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useCallQuery(listSizes, { id }, { once: true })
  const [chosen, setChosen] = useState(size)
  const resize = useCallMutation(resizeCapacity, {
    onDone: () => {
      toastDone(t('sources.capacities.resized'))
      onClose()
    },
  })
  if (error) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton h={120} />
  const choices = data.sizes.includes(size) ? data.sizes : [size, ...data.sizes]
  return (
    <Stack>
      <Alert color="yellow">{t('sources.capacities.resizeText')}</Alert>
      <NativeSelect
        label={t('sources.capacities.newSize')}
        data={choices}
        value={chosen}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
        data-autofocus
      />
      <DialogButtons
        action={t('sources.capacities.resize')}
        busy={resize.isPending}
        disabled={chosen === size}
        onCancel={onClose}
        onAct={() => resize.mutate({ id, size: chosen })}
      />
    </Stack>
  )
}
