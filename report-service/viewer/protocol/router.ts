// Finds the handler of a request by method and path. Paths are matched without decoding, because the SDK does not percent-encode names.
import { unknown, type Method, type WireAnswer, type WireRequest } from './envelope.ts'

/** `names` are the variable segments of the path in order, for example page and visual. */
export type Handler = (names: string[], body: unknown, request: WireRequest) => WireAnswer | Promise<WireAnswer>
export type Route = { method: Method; path: string; handle: Handler }

/** Defines a route. `path` has variable segments as `:name`. Example: `route('GET', '/report/pages/:page/visuals', …)`. */
export const route = (method: Method, path: string, handle: Handler): Route => ({ method, path, handle })

/** Creates a router. Unknown requests get a 404. */
export function createRouter(routes: readonly Route[]): (request: WireRequest) => WireAnswer | Promise<WireAnswer> {
  const compiled = routes.map((entry) => ({ ...entry, pattern: compile(entry.path) }))
  return (request) => {
    const path = request.url.split('?')[0] ?? ''
    for (const { method, pattern, handle } of compiled) {
      const match = method === request.method ? pattern.exec(path) : null
      if (match) return handle(match.slice(1), request.body, request)
    }
    return unknown(`${request.method} ${path} is not answered by this viewer.`)
  }
}

function compile(path: string): RegExp {
  const source = path.replace(/:[a-z]+/gi, '([^/]+)')
  return new RegExp(`^${source}$`, 'i')
}
