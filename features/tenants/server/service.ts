// Subdomains and domains: business units and partners share one namespace. The invitation of the first administrator.
import { fail } from '#platform/contract/failure.ts'
import { hold } from '#platform/server/database/hold.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import type { WriteContext } from '#platform/server/http/route.ts'
import { isBelow, isReserved } from './rules.ts'
import * as store from './store.ts'

/**
 * Adds the first administrator of a business unit and invites them. `link`: no mail was sent, so the link is shown once. The sign-in does
 * it; apps hands it over, because the sign-in knows features that know business units.
 */
export type InviteFirst = (
  context: WriteContext,
  first: { tenantId: string; partnerId: string; name: string; email: string },
) => Promise<{ invited: boolean; link: string | null }>

type Addresses = { subdomain?: string | undefined; domain?: string | null | undefined }

/**
 * Takes advisory locks on these addresses until the transaction ends, so that two transactions cannot claim the same address. To
 * avoid deadlocks, call it before any row is locked; it always locks in the same order.
 */
export async function lockAddresses(db: Database, { subdomain, domain }: Addresses): Promise<void> {
  if (subdomain) await hold(db, `subdomain ${subdomain}`)
  if (domain) await hold(db, `domain ${domain}`)
}

/**
 * Fails at the field when an address is reserved, or belongs to another owner than `own`. Absent addresses are not checked. Call
 * `lockAddresses` first.
 */
export async function refuseAddresses(
  db: Database,
  { subdomain, domain }: Addresses,
  own: store.AddressOwner | null,
  hosts: Hosts,
): Promise<void> {
  if (subdomain) {
    if (isReserved(subdomain)) {
      fail('tenant.subdomain_reserved', { fields: { subdomain: 'tenant.subdomain_reserved' } })
    }
    if (await store.subdomainTaken(db, subdomain, own)) {
      fail('tenant.subdomain_taken', { fields: { subdomain: 'tenant.subdomain_taken' } })
    }
  }
  if (domain) {
    if (isBelow(domain, hosts.publicUrl.hostname)) fail('call.invalid', { fields: { domain: 'invalid' } })
    if (await store.domainTaken(db, domain, own)) {
      fail('tenant.domain_taken', { fields: { domain: 'tenant.domain_taken' } })
    }
  }
}
