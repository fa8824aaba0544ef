// Decides who may use whose session. Pure functions. The person's consent is asked after them.
import type { ErrorCode } from '#catalogue/errors.ts'
import { type Actor, standingOf } from '#platform/server/session/actor.ts'
import { allows } from '#catalogue/access.ts'

/** The person whose session is asked for. */
export type RemoteSubject = { id: string; profile: string; state: string; staff: string | null }

/**
 * The error code if this actor must not use the session of the person, whatever they consent to; otherwise null. Administrators use those
 * of readers; staff those of administrators as well. `allowed`: the flag of the business unit.
 */
export function refusalOfAccess(actor: Actor, subject: RemoteSubject, allowed: boolean): ErrorCode | null {
  // Staff ask from their own host too, for a person of a business unit. The permission is one of business units.
  if (!allows({ ...standingOf(actor), scope: 'tenant' }, 'remote.request')) return 'access.functionality_refused'
  if (subject.id === actor.userId) return 'user.not_yourself'
  if (!allowed || subject.staff !== null) return 'access.functionality_refused'
  return actor.staff !== null || subject.profile === 'user' ? null : 'access.functionality_refused'
}

/** May a list offer the access to this person? People who cannot sign in have no session to use. */
export const offersAccess = (actor: Actor, subject: RemoteSubject, allowed: boolean): boolean =>
  (subject.state === 'A' || subject.state === 'T') && refusalOfAccess(actor, subject, allowed) === null
