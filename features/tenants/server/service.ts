// Subdomains and domains. Business units and partners share one namespace.
import { fail } from '#platform/contract/failure.ts'
import { hold } from '#platform/server/database/hold.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { isBelow, isReserved } from './rules.ts'
import * as store from './store.ts'

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
