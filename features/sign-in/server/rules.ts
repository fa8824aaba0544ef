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

/**
 * Whose guesses count together: an IPv4 address, or the /64 that one IPv6 line is given, in which a guesser has 2^64 addresses.
 * `2001:db8:0:7::1` is `2001:db8:0:7::/64`.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const groups = head.split(':').filter(Boolean)
  const behind = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - behind.length)
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...behind]
  return `${all
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
