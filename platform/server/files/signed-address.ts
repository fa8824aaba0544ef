// Addresses of private files: good for minutes, made into the answer that names the file, for the session it was made for.
// A picture is asked for without a bearer, so the address names the session; serve.ts asks whether that one is still open.
import type { Clock } from '../clock.ts'
import type { Secrets } from '../secrets.ts'
import { type FilePath, isPublic } from './file-path.ts'

const windowSeconds = 300

/**
 * `/storage/…` for a public file; with expiry and signature for a private one. Good for 10 to 15 minutes: within a window of five
 * the address stays the same, so that a browser shows from its cache what a page names again. The business unit is in the path,
 * the session in the signature, and both are bound by it. A session's id is no secret: nothing opens by it alone.
 */
export function addressOf(
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

/** Whom a signed address is for, and the seconds that are left of it; null when it is not good, for whatever reason. */
export function signedFor(
  path: FilePath,
  given: { e?: unknown; s?: unknown },
  { secrets, clock }: { secrets: Secrets; clock: Clock },
): SignedFor | null {
  if (typeof given.e !== 'string' || typeof given.s !== 'string' || !/^\d{10}$/.test(given.e)) return null
  const [sessionId = '', signature = ''] = given.s.split('.', 2)
  if (!secrets.verify(signedText(path, given.e, sessionId), signature)) return null
  const seconds = Number(given.e) - Math.floor(clock.now().getTime() / 1_000)
  return seconds > 0 ? { sessionId, seconds } : null
}

const signedText = (path: string, expiry: string, sessionId: string) => `file ${path} ${expiry} ${sessionId}`
