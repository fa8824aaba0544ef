// Decisions about business units: pure functions, no I/O.

/** Subdomains that no business unit may have: services of the platform, and names that people could mistake for one. */
const reserved = new Set([
  'reports',
  'www',
  'api',
  'admin',
  'app',
  'apps',
  'assets',
  'static',
  'cdn',
  'files',
  'storage',
  'media',
  'auth',
  'login',
  'signin',
  'sso',
  'saml',
  'scim',
  'oauth',
  'account',
  'accounts',
  'billing',
  'status',
  'support',
  'help',
  'docs',
  'mail',
  'smtp',
  'imap',
  'mx',
  'ftp',
  'ns',
  'ns1',
  'ns2',
  'autodiscover',
  'autoconfig',
  'dev',
  'test',
  'staging',
  'demo',
  'localhost',
  'vitrine',
  'platform',
  'partner',
  'partners',
  'a2m',
  'master',
  'root',
  'postmaster',
  'hostmaster',
  'webmaster',
  'security',
])

export const isReserved = (subdomain: string): boolean => reserved.has(subdomain)

/** A table with rows of business units. Its foreign keys reference `parents`. */
export type UnitTable = { name: string; parents: string[]; rows: number }

/**
 * The order in which to erase the tables of a business unit. A table comes after all tables that reference it, so that a delete
 * cascades to few rows. Among several candidates the largest comes first. Empty tables are left out.
 */
export function erasureOrder(tables: readonly UnitTable[]): UnitTable[] {
  const left = [...tables]
  const order: UnitTable[] = []
  while (left.length > 0) {
    const free = left.filter(({ name }) => !left.some((other) => other.name !== name && other.parents.includes(name)))
    // A cycle of references: any of its tables may be next.
    const [nextTable] = (free.length > 0 ? free : left).toSorted((one, other) => other.rows - one.rows)
    if (!nextTable) break
    left.splice(left.indexOf(nextTable), 1)
    order.push(nextTable)
  }
  return order.filter(({ rows }) => rows > 0)
}

/** Flags that at most one business unit of a partner has. Setting one clears it on the other business unit. */
export const exclusiveFlags = ['default_for_sso', 'default_for_registration'] as const
export type ExclusiveFlag = (typeof exclusiveFlags)[number]

type Entry = { enabled: boolean; maintenance: boolean; lets_in: boolean }

/**
 * Whether staff who may enter business units may enter this one now; `lets_in` is the setting of the unit for it. In maintenance only the
 * platform's staff may enter.
 */
export const isOpenTo = ({ profile }: { profile: string }, { enabled, maintenance, lets_in }: Entry): boolean =>
  enabled && lets_in && (!maintenance || profile === 'a2m')

export type UserCounts = {
  users: number
  user_limit: number
  /** Of all business units of the client; null without a client, or without a limit in its contract. */
  client_users: number | null
  client_user_limit: number | null
}

/** Returns the user limit of the client's contract. It binds when fewer people fit into it than into that of the business unit. */
export function clientLimitOf({ users, user_limit, client_users, client_user_limit }: UserCounts) {
  if (client_users === null || client_user_limit === null) return null
  const binds = client_user_limit - client_users < user_limit - users
  return { users: client_users, user_limit: client_user_limit, binds }
}
