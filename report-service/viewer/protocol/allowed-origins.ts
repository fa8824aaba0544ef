// The origins that may embed this page. The service writes the list into the page and into the `frame-ancestors` policy.

/**
 * True if `origin` is on the list. Entries are exact origins, or `scheme://*.host[:port]` for one or more labels below `host`
 * (but not `host` itself), as in CSP host sources.
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

/** Reads the list that the service wrote into `<meta name="allowed-origins">`. */
export function readAllowedOrigins(page: Document): string[] {
  const list = page.querySelector<HTMLMetaElement>('meta[name="allowed-origins"]')?.content ?? ''
  return list.split(/\s+/).filter((entry) => entry !== '')
}
