// Which pages may embed this one. The service writes the list into the page; `frame-ancestors` says the same to the browser.

/**
 * Tells whether `origin` stands on the list. Entries are exact origins, or `scheme://*.host[:port]` for one or more
 * labels below `host` (never `host` itself), in the sense of CSP host sources.
 */
export function isAllowedOrigin(allowed: readonly string[], origin: string): boolean {
  if (origin === 'null' || origin === '') return false
  return allowed.some((entry) => (entry.includes('//*.') ? matchesWildcard(entry, origin) : entry === origin))
}

function matchesWildcard(entry: string, origin: string): boolean {
  const [scheme, host] = entry.split('//*.')
  const prefix = `${scheme}//`
  if (host === undefined || !origin.startsWith(prefix)) return false
  const rest = origin.slice(prefix.length)
  return rest.endsWith(`.${host}`) && rest.length > host.length + 1
}

/** Splits the list that the service wrote into `<meta name="allowed-origins">`. */
export function readAllowedOrigins(page: Document): string[] {
  const list = page.querySelector<HTMLMetaElement>('meta[name="allowed-origins"]')?.content ?? ''
  return list.split(/\s+/).filter((entry) => entry !== '')
}
