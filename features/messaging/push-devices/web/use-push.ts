import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { toastDone, toastFailure } from '#platform/web/ui/toasts.tsx'
import { addPushDevice } from '../contract.ts'
import { presentSubscription, subscribe } from './push-subscription.ts'

/** Whether this browser is subscribed; undefined: not known yet. */
export function useIsSubscribed(): [boolean | undefined, (isSubscribed: boolean) => void] {
  const [isSubscribed, setSubscribed] = useState<boolean>()
  useEffect(() => {
    let isGone = false
    const note = (is: boolean) => void (isGone || setSubscribed(is))
    presentSubscription().then(
      (found) => note(found !== null),
      () => note(false),
    )
    return () => {
      isGone = true
    }
  }, [])
  return [isSubscribed, setSubscribed]
}

/** Returns the handler of the click that subscribes this browser. */
export function useSubscribe(publicKey: string, onDone: () => void): { turnOn: () => void; isBusy: boolean } {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const add = useCallMutation(addPushDevice, {
    onDone: () => {
      toastDone(t('messaging.pushDevices.done'))
      onDone()
    },
  })
  const turnOn = async () => {
    setAsking(true)
    const made = await subscribe(publicKey).catch(() => null)
    setAsking(false)
    if (made === null) toastFailure(t('messaging.pushDevices.failed'))
    else add.mutate(made)
  }
  return { turnOn: () => void turnOn(), isBusy: isAsking || add.isPending }
}
