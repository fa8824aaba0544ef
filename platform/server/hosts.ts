// Maps host names to a business unit, a partner or the platform, and back to addresses. The host of a request is only compared with
// stored names; links use the stored name (T6).
import { sql } from 'kysely'
import type { Database } from './database/kysely.ts'

export type HostOwner =
  | { kind: 'platform'; tenantId: null; partnerId: null; name: string }
  | { kind: 'partner'; tenantId: null; partnerId: string; name: string }
  | { kind: 'tenant'; tenantId: string; partnerId: string; name: string }

export type Hosts = ReturnType<typeof createHosts>

type HostRow = {
  kind: 'tenant' | 'partner' | null
  tenant_id: string | null
  partner_id: string | null
  name: string | null
}

export function createHosts(publicUrl: URL) {
  const platformHost = publicUrl.hostname
  /** The report service has its own host, so that its pages do not share an origin with the portal. */
  const reportsHost = `reports.${platformHost}`
  const port = publicUrl.port ? `:${publicUrl.port}` : ''

  /** The owner of a host, or null for an unknown host. */
  async function ownerOf(db: Database, host: string): Promise<HostOwner | null> {
    if (host === platformHost) return { kind: 'platform', tenantId: null, partnerId: null, name: 'Vitrine' }
    const label = host.endsWith(`.${platformHost}`) ? host.slice(0, -platformHost.length - 1) : null
    const query =
      label === null
        ? sql<HostRow>`select * from app.find_host(${host})`
        : sql<HostRow>`select * from app.find_subdomain(${label})`
    const [found] = (await query.execute(db)).rows
    if (!found?.kind || !found.partner_id || found.name === null) return null
    return found.kind === 'tenant' && found.tenant_id
      ? { kind: 'tenant', tenantId: found.tenant_id, partnerId: found.partner_id, name: found.name }
      : { kind: 'partner', tenantId: null, partnerId: found.partner_id, name: found.name }
  }

  /** The host of an owner: its domain if it has one, else its subdomain of the platform. */
  const hostOf = (owner: { subdomain: string; domain: string | null }): string =>
    owner.domain ?? `${owner.subdomain}.${platformHost}`

  /** Host with port, as the browser needs it. */
  const domainOf = (owner: { subdomain: string; domain: string | null }): string => `${hostOf(owner)}${port}`

  /** The host of a request with our port, as a browser on that host names it. */
  const domainOfHost = (host: string): string => `${host}${port}`

  /** The URL of a page, for a mail. @param domain host with port, from a stored name. */
  const urlOf = (domain: string, path: string): string => `${publicUrl.protocol}//${domain}${path}`

  return {
    ownerOf,
    urlOf,
    hostOf,
    domainOf,
    domainOfHost,
    platformDomain: `${platformHost}${port}`,
    reportsHost,
    reportsOrigin: `${publicUrl.protocol}//${reportsHost}${port}`,
    publicUrl,
  }
}
