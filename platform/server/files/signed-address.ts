// Addresses of private files: valid for minutes, created with the answer that names the file, signed for the session of that answer.
// A browser requests a picture without a bearer token, so the address names the session. serve.ts checks that the session is valid.
import type { Clock } from '../clock.ts'
import type { Secrets } from '../secrets.ts'
import { type FilePath, isPublic } from './file-path.ts'

const windowSeconds = 300

/**
 * `/storage/…` for a public file, with expiry and signature for a private file. The address is valid for 10 to 15 minutes. It stays the
 * same within a window of 5 minutes, so that the browser can use its cache. The signature covers the path (with the owner's id), the
 * expiry and the session. The id of a session is not secret: it gives no access without the signature.
 */
export function signedUrl(
  path: FilePath,
  sessionId: string,
  { secrets, clock }: { secrets: Secrets; clock: Clock },
): string {
  if (isPublic(path)) return `/storage/${path}`
  const now = Math.floor(clock.now().getTime() / 1_000)
  const expiry = String((Math.floor(now / windowSeconds) + 3) * windowSeconds)
  return `/storage/${path}?e=${expiry}&s=${sessionId}.${secrets.sign(signedText(path, expiry, sessionId))}`
}

export type SignedFor = { sessionId: string; seconds: number }

/** The session of a signed address, and the remaining seconds; null for any invalid or expired address. */
export function signedFor(
  path: FilePath,
  query: { e?: unknown; s?: unknown },
  { secrets, clock }: { secrets: Secrets; clock: Clock },
): SignedFor | null {
  if (typeof query.e !== 'string' || typeof query.s !== 'string' || !/^\d{10}$/.test(query.e)) return null
  const [sessionId = '', signature = ''] = query.s.split('.', 2)
  if (!secrets.verify(signedText(path, query.e, sessionId), signature)) return null
  const seconds = Number(query.e) - Math.floor(clock.now().getTime() / 1_000)
  return seconds > 0 ? { sessionId, seconds } : null
}

const signedText = (path: string, expiry: string, sessionId: string) => `file ${path} ${expiry} ${sessionId}`
