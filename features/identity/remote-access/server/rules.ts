// Decides who may use whose session. Pure functions. The consent of the person is checked after these rules.
import type { ErrorCode } from '#catalogue/errors.ts'
import { type Actor, standingOf } from '#platform/server/session/actor.ts'
import { allows } from '#catalogue/access.ts'

/** The person whose session is requested. */
export type RemoteSubject = { id: string; profile: string; state: string; staff: string | null }

/**
 * Returns the error code if this actor must not use the session of the person, whether or not they consent; otherwise null. Administrators
 * use sessions of readers, staff also those of administrators. `allowed`: the flag of the business unit.
 */
export function refusalOfAccess(actor: Actor, subject: RemoteSubject, allowed: boolean): ErrorCode | null {
  // Staff may also request the access from their own host, outside of the unit. The permission belongs to the scope `tenant`, so it is
  // checked in that scope.
  if (!allows({ ...standingOf(actor), scope: 'tenant' }, 'remote.request')) return 'access.functionality_refused'
  if (subject.id === actor.userId) return 'user.not_yourself'
  if (!allowed || subject.staff !== null) return 'access.functionality_refused'
  return actor.staff !== null || subject.profile === 'user' ? null : 'access.functionality_refused'
}

/** Whether a list offers remote access to this person. A person who cannot sign in has no session to use. */
export const offersAccess = (actor: Actor, subject: RemoteSubject, allowed: boolean): boolean =>
  (subject.state === 'A' || subject.state === 'T') && refusalOfAccess(actor, subject, allowed) === null
