// The offer to get notices on this device, above the first notifications of a person. The browser asks for permission after the click only.
import { Button, Group, Text } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useCan, useSession } from '#platform/web/session/use-session.ts'
import { readPlain, writePlain } from '#platform/web/session/plain-storage.ts'
import { readPush } from '../contract.ts'
import classes from './push-devices.module.css'
import { pushSupport } from './push-subscription.ts'
import { useIsSubscribed, useSubscribe } from './use-push.ts'

const declinedKey = 'push-offer'

export function PushOffer() {
  const mayPush = useCan('push_device.manage')
  const { remoteAccess } = useSession()
  const [isOpen, setOpen] = useState(() => readPlain(declinedKey) === null)
  const [isSubscribed] = useIsSubscribed()
  const isOffered = mayPush && remoteAccess === null && isOpen && pushSupport() === 'ready' && isSubscribed === false
  if (!isOffered) return null
  const close = () => {
    writePlain(declinedKey, 'closed')
    setOpen(false)
  }
  return <Offer onClose={close} />
}

function Offer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { data } = useCallQuery(readPush, {})
  const publicKey = data?.public_key ?? null
  const { turnOn, isBusy } = useSubscribe(publicKey ?? '', onClose)
  if (publicKey === null) return null
  return (
    <section className={classes.offer} aria-label={t('messaging.pushDevices.title')}>
      <IconDeviceMobile size={20} stroke={1.6} aria-hidden />
      <Text className={classes.words}>{t('messaging.pushDevices.text')}</Text>
      <Group gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('messaging.pushDevices.later')}
        </Button>
        <Button loading={isBusy} onClick={turnOn}>
          {t('messaging.pushDevices.on')}
        </Button>
      </Group>
    </section>
  )
}
