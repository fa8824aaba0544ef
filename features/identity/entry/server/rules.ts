// Decides at which hosts a person may sign in. open_session() checks state, trial, maintenance and client address on every request.
import type { ErrorCode } from '#catalogue/errors.ts'
import type { HostOwner } from '#platform/server/hosts.ts'
import type { AuthType } from '#platform/server/session/actor.ts'

/** The fields of a person that decide at which hosts they may sign in. */
export type Person = {
  staff: string | null
  partner_id: string | null
  tenant_ids: string[] | null
  /** True: the person has a membership that has not ended (state D). */
  has_tenant: boolean
}

/**
 * The identity that a session tells its browser. A screen of a playlist works with the rights of the playlist's owner, and anybody who
 * passes can use it: it gets neither their name nor their e-mail.
 */
export const shownIdentity = (authType: AuthType, { email, name }: { email: string; name: string }) =>
  authType === 'playlist' ? { email: '', name: '' } : { email, name }

/** Returns the error code for a person who may not sign in at this host; otherwise null. */
export function refusalAt(
  hostOwner: HostOwner,
  { staff, partner_id, tenant_ids, has_tenant }: Person,
): ErrorCode | null {
  const memberships = tenant_ids ?? []
  if (staff === 'a2m') return hostOwner.kind === 'platform' ? null : 'sign_in.domain_refused'
  if (staff === 'master') {
    // A master may sign in at the partner's host and at the hosts of its business units.
    return hostOwner.kind !== 'platform' && hostOwner.partnerId === partner_id ? null : 'sign_in.domain_refused'
  }
  if (hostOwner.kind === 'tenant' && memberships.includes(hostOwner.tenantId)) return null
  return has_tenant ? 'sign_in.domain_refused' : 'sign_in.without_tenant'
}
