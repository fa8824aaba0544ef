// Decides whether a page may be framed. Pure functions, no I/O.

/** Whether a page may be framed: https, at the standard port, of a host in the list. A subdomain of a listed host is another host. */
export function isListed(url: string, hosts: readonly string[]): boolean {
  const { protocol, host } = new URL(url)
  return protocol === 'https:' && hosts.includes(host)
}
