// What a push shows. The payload is the one of Declarative Web Push: a browser that knows it needs no worker.
import { declarativeVersion } from '#catalogue/web-push.ts'

export type PushNotice = { title: string; body: string; navigate: string }

/** Returns the notice of a payload, with an address of this origin; null for any other payload. */
export function noticeOf(payload: unknown, origin: string): PushNotice | null {
  const { web_push: version, notification } = Object(payload) as { web_push?: unknown; notification?: unknown }
  const { title, body, navigate } = Object(notification) as Record<string, unknown>
  if (version !== declarativeVersion || typeof title !== 'string' || typeof navigate !== 'string') return null
  const isOurs = URL.canParse(navigate, origin) && new URL(navigate, origin).origin === origin
  return { title, body: typeof body === 'string' ? body : '', navigate: isOurs ? navigate : `${origin}/` }
}
