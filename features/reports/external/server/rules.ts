// Decides whether a page may be framed. Pure functions, no I/O.

/** Https, at the standard port, of a host in the list. Subdomains of a listed host are hosts of their own. */
export function isListed(url: string, hosts: readonly string[]): boolean {
  const { protocol, host } = new URL(url)
  return protocol === 'https:' && hosts.includes(host)
}
