// The subscription of this browser at its push service. Next: push-section.tsx (the profile), push-offer.tsx (the list of notifications).
import { ask } from '#platform/web/client/client.ts'
import { renewPushDevice } from '../contract.ts'

/** `unsupported`: also Safari on iOS while the portal is not on the Home Screen. `denied`: only the person can change it, in the browser. */
export type PushSupport = 'ready' | 'denied' | 'unsupported'

export function pushSupport(): PushSupport {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis))
    return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'ready'
}

/** The present subscription; null: none. Does not wait for a worker that is not registered. */
export async function presentSubscription(): Promise<PushSubscription | null> {
  if (pushSupport() === 'unsupported') return null
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

export type NewSubscription = { endpoint: string; p256dh: string; auth: string }

/** Asks the person for permission and subscribes. To be called in a click. Null: the person or the browser refused. */
export async function subscribe(publicKey: string): Promise<NewSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
  const { pushManager } = await navigator.serviceWorker.ready
  const present = await pushManager.getSubscription()
  // A subscription with the key of another installation cannot be used.
  if (present && toText(present.options.applicationServerKey) !== publicKey) await present.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  return { endpoint: made.endpoint, p256dh: toText(made.getKey('p256dh')), auth: toText(made.getKey('auth')) }
}

/**
 * Binds the subscription of this browser to the session. One that is not this person's ends: another person had it, or their sign-out has
 * removed it.
 */
export async function renewSubscription(): Promise<void> {
  const present = await presentSubscription()
  if (present === null) return
  const { known } = await ask(renewPushDevice, { endpoint: present.endpoint })
  if (!known) await present.unsubscribe()
}

/** Base64url without padding. */
function toText(bytes: ArrayBuffer | null): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
