// Requests below /scim that are no call: they are answered as SCIM asks, and never with a page. Next: errors.ts writes the answer.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Call, type Method, pathOfCall } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Route } from './route.ts'

export const isDirectoryUrl = (url: string): boolean => /^\/scim([/?]|$)/.test(url)

/** What RFC 7644 names and the portal does not offer (sections 3.7 and 3.11): 501. */
const notOffered = new Set(['/scim/v2/Bulk', '/scim/v2/Me'])

/** Refuses a request: 405 with the methods that the path has, 501 for a part of SCIM that the portal does not offer, else 404. */
export function refusedDirectoryCalls(routes: readonly Route[]) {
  const calls = routes.flatMap(({ call }) => (call.http.gives === 'scim' ? [call] : []))
  const methodsByPath = Map.groupBy(calls, pathOfCall)
  const paths = [...methodsByPath].map(([path, of]) => ({ shape: shapeOf(path), allow: allowedMethods(of) }))
  return (request: FastifyRequest, reply: FastifyReply): never => {
    const [path = ''] = request.url.split('?')
    const found = paths.find(({ shape }) => shape.test(path))
    if (found) {
      void reply.header('allow', found.allow)
      fail('call.method_refused')
    }
    return fail(notOffered.has(path) ? 'scim.not_implemented' : 'call.not_found')
  }
}

/** `/scim/v2/Users/:id` as a pattern. */
const shapeOf = (path: string) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`)

/** A path with a GET also answers HEAD. */
function allowedMethods(calls: readonly Call[]): string {
  const methods = calls.map(({ method }): Method | 'HEAD' => method)
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].toSorted().join(', ')
}
