// Requests below /scim that are no call: they are answered as SCIM asks, and never with a page. Next: errors.ts writes the answer.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#platform/contract/failure.ts'
import type { RefusalOf } from './known-methods.ts'

export const isDirectoryUrl = (url: string): boolean => /^\/scim([/?]|$)/.test(url)

/** What RFC 7644 names and the portal does not offer (sections 3.7 and 3.11): 501. */
const notOffered = new Set(['/scim/v2/Bulk', '/scim/v2/Me'])

/** Refuses a request as `refusalOf` says, and with 501 where it asks for a part of SCIM that the portal does not offer. */
export const refuseDirectoryCall =
  (refusalOf: RefusalOf) =>
  (request: FastifyRequest, reply: FastifyReply): never => {
    const [path = ''] = request.url.split('?')
    return fail(notOffered.has(path) ? 'scim.not_implemented' : refusalOf(request, reply))
  }
