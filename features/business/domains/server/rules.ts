// Rules of domains: which host names are allowed, what proves a domain, and when to check it again.
import { domainToASCII, domainToUnicode } from 'node:url'
import { domains } from '#catalogue/limits.ts'

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** A host name of at least two labels. The last label has letters, so that an IP address does not match. */
const fullName = new RegExp(`^(?=.{4,253}$)(?:${label}\\.)+(?:xn--${label}|[a-z]{2,63})$`)

/** Returns the ASCII form of a typed host name, or null when it is not a host name. Accepts only letters, digits, hyphens and dots. */
export function hostIn(typed: string): string | null {
  if (!/^[\p{L}\p{M}\p{N}.\u3002-]+$/u.test(typed)) return null
  const host = domainToASCII(typed.toLowerCase()).replace(/\.$/, '')
  return fullName.test(host) ? host : null
}

/** Returns an international name as people write it; null when the name is plain ASCII. */
export function readableName(host: string): string | null {
  const readable = domainToUnicode(host)
  return readable === host || readable === '' ? null : readable
}

/** Checks whether a host belongs to the portal itself, which resolves such hosts by their subdomain. */
export const isBelow = (host: string, platformHost: string): boolean =>
  host === platformHost || host.endsWith(`.${platformHost}`)

export const recordName = (host: string): string => `_vitrine-challenge.${host}`
export const recordValue = (token: string): string => `vitrine-domain-verification=${token}`

const minute = 60_000

/** Returns the next check of a waiting domain. The intervals grow; null after `domains.days`, when checks end. */
export function nextWaitingCheck(createdAt: Date, now: Date): Date | null {
  const age = now.getTime() - createdAt.getTime()
  if (age >= domains.days * 24 * 60 * minute) return null
  const pause = Math.min(domains.longestWaitMinutes * minute, Math.max(domains.firstWaitMinutes * minute, age / 4))
  return new Date(now.getTime() + pause)
}

/** Returns the next check of a verified domain; earlier when no DNS server answered. */
export const nextVerifiedCheck = (now: Date, isUnreachable: boolean): Date =>
  new Date(now.getTime() + (isUnreachable ? 1 : domains.verifiedEveryHours) * 60 * minute)
