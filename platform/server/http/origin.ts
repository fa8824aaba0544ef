import { hostNameOf } from './caller.ts'

/**
 * Whether a request's Origin is another than the host it was sent to; `null` is nobody's. The port is the Host header's, or the public
 * one: a proxy may leave it out of the header.
 */
export function isForeign(origin: string, host: string, publicPort: string): boolean {
  const page = URL.parse(origin)
  const own = page && /^https?:$/.test(page.protocol) ? URL.parse(`${page.protocol}//${host}`) : null
  if (!page || !own || hostNameOf(page.hostname) !== hostNameOf(own.hostname)) return true
  return page.port !== own.port && page.port !== publicPort
}
