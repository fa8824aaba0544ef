import { hostNameOf } from './caller.ts'

/**
 * Does the Origin header name another host than the one that was called? An opaque origin (`null`) always does. The port may be that of
 * the Host header or the public port, because a proxy may leave it out of the Host header.
 */
export function isForeign(origin: string, host: string, publicPort: string): boolean {
  const page = URL.parse(origin)
  const own = page && /^https?:$/.test(page.protocol) ? URL.parse(`${page.protocol}//${host}`) : null
  if (!page || !own || hostNameOf(page.hostname) !== hostNameOf(own.hostname)) return true
  return page.port !== own.port && page.port !== publicPort
}
