// Sends pushes to the push services of browsers: the key pair of the installation (VAPID, RFC 8292), the encryption (RFC 8291), and the meaning
// of the answers. It knows no notification. Next: store.ts.
import webPush from 'web-push'
import { declarativeVersion } from '#catalogue/web-push.ts'
import type { Outgoing } from '#platform/server/outgoing.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import * as store from './store.ts'

/** The purpose with which the private key is sealed, and the one of the secrets of devices (platform/server/secrets.ts). */
export const keyPurpose = 'push key'
export const devicePurpose = 'push device'

/** How long a push service keeps a push for a device that is off. */
const keptSeconds = 86_400

/** `gone`: the subscription has ended. `refused`: another attempt would be refused too. `later`: the service was not reached or is busy. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'later'

/** What a browser shows. */
export type PushText = { title: string; body: string; navigate: string }

export type PushService = {
  /** False: the operator has named no contact, so nothing is pushed. */
  isOn: boolean
  /** The public key; null while pushes are off. */
  publicKey(): Promise<string | null>
  /** True when pushes may be sent to the address: https at a public host. */
  allows(endpoint: string): boolean
  send(device: store.Subscription, text: PushText, topic: string, signal: AbortSignal): Promise<PushOutcome>
  sealAuth(auth: string): Buffer
}

type PushDependencies = {
  outgoing: Outgoing
  secrets: Secrets
  acrossTenants: Gate['acrossTenants']
  /** `mailto:` or https address of the operator (PUSH_CONTACT). */
  contact: string | null
}

export function createPushService({ outgoing, secrets, acrossTenants, contact }: PushDependencies): PushService {
  let known: Promise<Keys> | null = null
  const keys = (): Promise<Keys> => {
    known ??= acrossTenants('push: the keys of the installation', (db) => readKeys(db, secrets)).catch(
      (error: unknown) => {
        known = null
        throw error
      },
    )
    return known
  }
  return {
    isOn: contact !== null,
    publicKey: async () => (contact === null ? null : (await keys()).publicKey),
    allows: outgoing.allows,
    sealAuth: (auth) => secrets.seal(auth, devicePurpose),
    send: async (device, { title, body, navigate }, topic, signal) => {
      if (contact === null) return 'refused'
      if (!outgoing.allows(device.endpoint)) return 'gone'
      // Declarative Web Push: a browser that knows the format needs no worker. Ours reads the same.
      const payload = JSON.stringify({ web_push: declarativeVersion, notification: { title, body, navigate } })
      const auth = secrets.unseal(device.auth_sealed, devicePurpose)
      const request = webPush.generateRequestDetails(
        { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth } },
        payload,
        {
          vapidDetails: { subject: contact, ...(await keys()) },
          TTL: keptSeconds,
          urgency: 'normal',
          topic,
          contentEncoding: 'aes128gcm',
        },
      )
      try {
        const { status } = await outgoing.fetch(device.endpoint, {
          method: 'POST',
          headers: request.headers,
          body: request.body,
          signal,
        })
        return outcomeOf(status)
      } catch {
        return 'later'
      }
    },
  }
}

type Keys = { publicKey: string; privateKey: string }

/** Reads the key pair, or makes it: of several processes that do so at once, one stores its own. */
async function readKeys(db: Parameters<typeof store.findKeys>[0], secrets: Secrets): Promise<Keys> {
  const found = await store.findKeys(db)
  if (found) return { publicKey: found.public_key, privateKey: secrets.unseal(found.private_key_sealed, keyPurpose) }
  const made = webPush.generateVAPIDKeys()
  await store.addKeys(db, made.publicKey, secrets.seal(made.privateKey, keyPurpose))
  const stored = await store.findKeys(db)
  if (!stored) throw new Error('the push keys were not stored')
  return { publicKey: stored.public_key, privateKey: secrets.unseal(stored.private_key_sealed, keyPurpose) }
}

/** A redirect is a refusal: pushes go to the address that the browser named. */
export function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  return status === 408 || status === 429 || status >= 500 ? 'later' : 'refused'
}
