// The strip below the bar while a remote access runs. The requester sees both names, the person that of the requester. Both can end the
// access.
import { Button } from '@mantine/core'
import { IconPlayerStop } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { Strip } from '#platform/web/ui/strip.tsx'
import { SwitchModal, useSwitch } from '#features/identity/unit-switch/web/exports.tsx'
import { endRemoteAccess, withdrawRemoteAccess } from '../contract.ts'
import { useRemoteChange, useRemoteConfig } from './remote-config.ts'

/** The dialog is loaded lazily, because few people get a request. */
const RemotePrompt = lazy(() => import('./remote-prompt.tsx').then((module) => ({ default: module.RemotePrompt })))

export function RemoteStrip() {
  const { remoteAccess, tenantId } = useSession()
  if (remoteAccess !== null) return <ActingStrip {...remoteAccess} />
  return tenantId === null ? null : <PersonStrip />
}

function ActingStrip({ requester, person }: { requester: string; person: string }) {
  const { t } = useTranslation()
  const { isArriving, follow } = useSwitch()
  const end = useCallMutation(endRemoteAccess, { onDone: (answer) => follow(answer), leaves: true })
  return (
    <>
      <AccessStrip
        text={t('identity.remoteAccess.acting', { requester, person })}
        busy={end.isPending || isArriving}
        onEnd={() => end.mutate({})}
      />
      <SwitchModal opened={isArriving} name={null} />
    </>
  )
}

function PersonStrip() {
  const { t } = useTranslation()
  const { data } = useRemoteConfig()
  const end = useRemoteChange(withdrawRemoteAccess)
  if (data === undefined) return null
  const { current, waiting } = data
  return (
    <>
      {current ? (
        <AccessStrip
          text={t('identity.remoteAccess.actingAsYou', { requester: current.requester.name, reason: current.reason })}
          busy={end.isPending}
          onEnd={() => end.mutate({})}
        />
      ) : null}
      <Suspense>{waiting.length > 0 ? <RemotePrompt waiting={waiting} /> : null}</Suspense>
    </>
  )
}

function AccessStrip({ text, busy, onEnd }: { text: string; busy: boolean; onEnd: () => void }) {
  const { t } = useTranslation()
  return (
    <Strip label={t('identity.remoteAccess.strip')} text={text}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlayerStop size={16} stroke={1.8} aria-hidden />}
        loading={busy}
        onClick={onEnd}
      >
        {t('identity.remoteAccess.endNow')}
      </Button>
    </Strip>
  )
}
