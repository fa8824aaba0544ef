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

/** Of which at most one business unit of a partner may have each: the newest to get it takes it from the other. */
export const solitary = ['default_for_sso', 'default_for_registration'] as const
export type Solitary = (typeof solitary)[number]
