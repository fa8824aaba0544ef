// Decisions about business units, without reading or writing.

/** Labels that the platform keeps to itself: its own services, and what people would take for them. */
const reserved = new Set([
  'reports', 'www', 'api', 'admin', 'app', 'apps', 'assets', 'static', 'cdn', 'files', 'storage', 'media', 'auth', 'login', 'signin',
  'sso', 'saml', 'scim', 'oauth', 'account', 'accounts', 'billing', 'status', 'support', 'help', 'docs', 'mail', 'smtp', 'imap', 'mx',
  'ftp', 'ns', 'ns1', 'ns2', 'autodiscover', 'autoconfig', 'dev', 'test', 'staging', 'demo', 'localhost', 'vitrine', 'platform',
  'partner', 'partners', 'a2m', 'master', 'root', 'postmaster', 'hostmaster', 'webmaster', 'security',
]) // prettier-ignore

export const isReserved = (subdomain: string): boolean => reserved.has(subdomain)

/** A host below the platform's own is led by its subdomain: a domain of that kind would never be reached. */
export const isBelow = (domain: string, platformHost: string): boolean =>
  domain === platformHost || domain.endsWith(`.${platformHost}`)

/** A table of business units, whose rows point to rows of its `parents`. */
export type UnitTable = { name: string; parents: string[]; rows: number }

/**
 * In which order a business unit's rows go: a table once no other that is left points to it, and of those the one with the most rows.
 * So what goes takes nothing large along. Tables without a row are left out.
 */
export function erasureOrder(tables: readonly UnitTable[]): UnitTable[] {
  const left = [...tables]
  const order: UnitTable[] = []
  while (left.length > 0) {
    const free = left.filter(({ name }) => !left.some((other) => other.name !== name && other.parents.includes(name)))
    // Tables that point to each other in a circle: any is as good as another.
    const [next] = (free.length > 0 ? free : left).toSorted((one, other) => other.rows - one.rows)
    if (!next) break
    left.splice(left.indexOf(next), 1)
    order.push(next)
  }
  return order.filter(({ rows }) => rows > 0)
}

/** Of which at most one business unit of a partner may have each: the newest to get it takes it from the other. */
export const solitary = ['default_for_sso', 'default_for_registration'] as const
export type Solitary = (typeof solitary)[number]
