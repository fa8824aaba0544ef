// Addresses of private files: good for minutes, made into the answer that names the file, for the person it was made for.
import type { Clock } from '../clock.ts'
import type { Secrets } from '../secrets.ts'
import { type FilePath, isPublic } from './file-path.ts'

const windowSeconds = 300

/**
 * `/storage/…` for a public file; with expiry and signature for a private one. Good for 10 to 15 minutes: within a window of five
 * the address stays the same, so that a browser shows from its cache what a page names again. The business unit is in the path,
 * the person in the signature, and both are bound by it.
 */
export function addressOf(
  path: FilePath,
  personId: string,
  { secrets, clock }: { secrets: Secrets; clock: Clock },
): string {
  if (isPublic(path)) return `/storage/${path}`
  const now = Math.floor(clock.now().getTime() / 1_000)
  const expiry = String((Math.floor(now / windowSeconds) + 3) * windowSeconds)
  return `/storage/${path}?e=${expiry}&s=${personId}.${secrets.sign(signedText(path, expiry, personId))}`
}

/** The seconds that are left of a signed address; 0 when it is not good, for whatever reason. */
export function secondsLeft(
  path: FilePath,
  given: { e?: unknown; s?: unknown },
  { secrets, clock }: { secrets: Secrets; clock: Clock },
): number {
  if (typeof given.e !== 'string' || typeof given.s !== 'string' || !/^\d{10}$/.test(given.e)) return 0
  const [personId = '', signature = ''] = given.s.split('.', 2)
  if (!secrets.verify(signedText(path, given.e, personId), signature)) return 0
  return Math.max(0, Number(given.e) - Math.floor(clock.now().getTime() / 1_000))
}

const signedText = (path: string, expiry: string, personId: string) => `file ${path} ${expiry} ${personId}`
