// Who may come in where. States, trial, maintenance and addresses are judged by open_session(), for every request alike.
import type { ErrorCode } from '#catalogue/errors.ts'
import type { Place } from '#platform/server/hosts.ts'

export type Person = { staff: string | null; partner_id: string | null; tenant_ids: string[] | null }

/** Null when the host is one of the person's; else the failure that says why not. */
export function refusalAt(place: Place, { staff, partner_id, tenant_ids }: Person): ErrorCode | null {
  const memberships = tenant_ids ?? []
  if (staff === 'a2m') return place.kind === 'platform' ? null : 'sign_in.domain_refused'
  if (staff === 'master') {
    // A master comes in at the partner's host and at any of its business units'.
    return place.kind !== 'platform' && place.partnerId === partner_id ? null : 'sign_in.domain_refused'
  }
  if (memberships.length === 0) return 'sign_in.without_tenant'
  return place.kind === 'tenant' && memberships.includes(place.tenantId) ? null : 'sign_in.domain_refused'
}
