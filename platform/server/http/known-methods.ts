// The methods of each path below `/api/`, for the answer to a method that a path does not have: 405 with `Allow` (RFC 9110, 15.5.6).
import type { FastifyInstance } from 'fastify'

/** Collects the routes that are added after it. The result names the methods of a URL; none for a path without a route. */
export function knownMethods(app: FastifyInstance): (url: string) => string[] {
  const routes = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/')) return
    const methods = routes.get(url) ?? new Set()
    for (const each of [method].flat()) methods.add(each)
    routes.set(url, methods)
  })
  return (url) => {
    const path = url.split('?', 1)[0] ?? ''
    const patterns = [...routes.keys()].filter((pattern) => pattern === path || matches(pattern, path))
    return [...new Set(patterns.flatMap((pattern) => [...(routes.get(pattern) ?? [])]))].toSorted()
  }
}

/** Each `:name` of a pattern stands for one part of a path. */
function matches(pattern: string, path: string): boolean {
  if (!pattern.includes(':')) return false
  const [expected, sent] = [pattern.split('/'), path.split('/')]
  return expected.length === sent.length && expected.every((part, at) => part === sent[at] || part.startsWith(':'))
}
