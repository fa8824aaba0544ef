// Why no route takes a request: its path is unknown (404), or known with other methods (405 with `Allow`, RFC 9110, 15.5.6), or its method
// takes a body of another media type (415). One rule for the calls below `/api/` and those of SCIM.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#catalogue/errors.ts'

export type RefusalOf = (request: FastifyRequest, reply: FastifyReply) => ErrorCode

/** Collects the routes that are added after it. The result answers the code of a refused request, and sets its `Allow`. */
export function refusalsByRoute(app: FastifyInstance): RefusalOf {
  const routes = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    if (!/^\/(api|scim\/v2)\//.test(url)) return
    const methods = routes.get(url) ?? new Set()
    for (const each of [method].flat()) methods.add(each)
    routes.set(url, methods)
  })
  return ({ url, method }, reply) => {
    const path = url.split('?', 1)[0] ?? ''
    const patterns = [...routes.keys()].filter((pattern) => pattern === path || matches(pattern, path))
    const methods = [...new Set(patterns.flatMap((pattern) => [...(routes.get(pattern) ?? [])]))].toSorted()
    if (methods.length === 0) return 'call.not_found'
    if (methods.includes(method)) return 'call.media_type_refused'
    void reply.header('allow', methods.join(', '))
    return 'call.method_refused'
  }
}

/** Each `:name` of a pattern stands for one part of a path. */
function matches(pattern: string, path: string): boolean {
  if (!pattern.includes(':')) return false
  const [expected, sent] = [pattern.split('/'), path.split('/')]
  const fits = (part: string, at: number) => part === sent[at] || (part.startsWith(':') && sent[at] !== '')
  return expected.length === sent.length && expected.every(fits)
}
