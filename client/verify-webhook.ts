// Checks that a request is an event of the portal: Standard Webhooks 1.0, with the cryptography of the platform.
import type { WebhookEvent } from './calls.ts'

export type WebhookRequest = {
  /** `whsec_…`; during a rotation the old and the new one. */
  secret: string | readonly string[]
  /** Of the request: `Headers`, or the object of Node.js. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The raw body, as it came. A body that was parsed and written again has another signature. */
  body: string | Uint8Array
  /** The greatest difference of the clocks. Default: 300. */
  toleranceSeconds?: number
  /** For tests. Default: the present. */
  now?: Date
}

/** `id` stays the same when the portal sends the event again: handle each `id` once. */
export type VerifiedWebhook =
  | { ok: true; id: string; event: WebhookEvent }
  | { ok: false; reason: 'header_missing' | 'too_old' | 'too_new' | 'signature_wrong' | 'body_unreadable' }

/** No secret of the portal is longer, and no body: more is refused before anything is computed. */
const longest = { signatures: 1_000, body: 100_000 }

export async function verifyWebhook(request: WebhookRequest): Promise<VerifiedWebhook> {
  const id = headerOf(request, 'webhook-id')
  const sent = headerOf(request, 'webhook-timestamp')
  const signatures = headerOf(request, 'webhook-signature')
  const isWhole = id !== '' && /^\d{1,12}$/.test(sent) && signatures !== '' && signatures.length <= longest.signatures
  if (!isWhole) return { ok: false, reason: 'header_missing' }
  const age = (request.now ?? new Date()).getTime() / 1_000 - Number(sent)
  const tolerance = request.toleranceSeconds ?? 300
  // Written so that a tolerance that is not a number accepts nothing.
  if (!(age <= tolerance)) return { ok: false, reason: 'too_old' }
  if (!(age >= -tolerance)) return { ok: false, reason: 'too_new' }
  const body = typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body
  if (body.length > longest.body) return { ok: false, reason: 'body_unreadable' }
  const signed = joined(new TextEncoder().encode(`${id}.${sent}.`), body)
  if (!(await isSigned(signed, signatures, request.secret))) return { ok: false, reason: 'signature_wrong' }
  const event = eventOf(body)
  return event === null ? { ok: false, reason: 'body_unreadable' } : { ok: true, id, event }
}

function headerOf({ headers }: WebhookRequest, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ''
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : ''
}

/** One signature of one secret is enough: during a rotation the portal sends two. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  header: string,
  secret: string | readonly string[],
): Promise<boolean> {
  const signatures = header.split(' ').flatMap((part) => (part.startsWith('v1,') ? (bytesOf(part.slice(3)) ?? []) : []))
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    const raw = bytesOf(each.replace(/^whsec_/, ''))
    if (raw === null || raw.length === 0) throw new TypeError('The secret of a webhook begins with whsec_.')
    const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
    for (const signature of signatures) {
      // The platform compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true
    }
  }
  return false
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}

/** The signature proves who wrote the body, so its shape is that of the portal's version. */
function eventOf(body: Uint8Array): WebhookEvent | null {
  try {
    const event: unknown = JSON.parse(new TextDecoder().decode(body))
    return typeof event === 'object' && event !== null && 'type' in event ? (event as WebhookEvent) : null
  } catch {
    return null
  }
}
