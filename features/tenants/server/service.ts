// Addresses: business units and partners share one space of names.
import { fail } from '#platform/contract/failure.ts'
import { hold } from '#platform/server/database/hold.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { isBelow, isReserved } from './rules.ts'
import * as store from './store.ts'

type Addresses = { subdomain?: string | undefined; domain?: string | null | undefined }

/**
 * Until the transaction ends nobody else can take these addresses: whoever wants one of them waits here, and then sees who has it. To be
 * called before any row is locked; always in the same order, so that two never wait for each other.
 */
export async function holdAddresses(db: Database, { subdomain, domain }: Addresses): Promise<void> {
  if (subdomain) await hold(db, `subdomain ${subdomain}`)
  if (domain) await hold(db, `domain ${domain}`)
}

/** Refuses what is reserved, or leads to anybody but `own`, at its field. Absent ones are not looked at. The addresses are held. */
export async function refuseAddresses(
  db: Database,
  { subdomain, domain }: Addresses,
  own: store.Addressed | null,
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
