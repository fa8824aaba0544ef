// Which host names may be domains, what proves one, and when to look again.
import { domainToASCII, domainToUnicode } from 'node:url'
import { domains } from '#catalogue/limits.ts'

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** At least two labels, the last one of letters: no IP address is one. */
const fullName = new RegExp(`^(?=.{4,253}$)(?:${label}\\.)+(?:xn--${label}|[a-z]{2,63})$`)

/** The ASCII form of a typed host name, or null when it is none. Only letters, digits, hyphens and dots are read as a name. */
export function hostIn(typed: string): string | null {
  if (!/^[\p{L}\p{M}\p{N}.\u3002-]+$/u.test(typed)) return null
  const host = domainToASCII(typed.toLowerCase()).replace(/\.$/, '')
  return fullName.test(host) ? host : null
}

/** How people write an international name; null when there is no other way. */
export function readableName(host: string): string | null {
  const readable = domainToUnicode(host)
  return readable === host || readable === '' ? null : readable
}

/** The portal's own hosts: they are resolved by their subdomain. */
export const isBelow = (host: string, platformHost: string): boolean =>
  host === platformHost || host.endsWith(`.${platformHost}`)

export const recordName = (host: string): string => `_vitrine-challenge.${host}`
export const recordValue = (token: string): string => `vitrine-domain-verification=${token}`

const minute = 60_000

/** The next look at a domain that waits: later and later; null when it has waited too long. */
export function nextWaitingCheck(createdAt: Date, now: Date): Date | null {
  const age = now.getTime() - createdAt.getTime()
  if (age >= domains.days * 24 * 60 * minute) return null
  const pause = Math.min(domains.longestWaitMinutes * minute, Math.max(domains.firstWaitMinutes * minute, age / 4))
  return new Date(now.getTime() + pause)
}

/** The next look at a verified domain; sooner when no server answered. */
export const nextVerifiedCheck = (now: Date, isUnreachable: boolean): Date =>
  new Date(now.getTime() + (isUnreachable ? 1 : domains.verifiedEveryHours) * 60 * minute)
