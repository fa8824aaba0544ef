import { scimRequests } from '#catalogue/limits.ts'
import type { AnswerOf, CallThat, InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { createLimiter, type Limiter } from '#platform/server/http/limiter.ts'
import { hasPrototypeName } from '#platform/server/http/own-keys.ts'
import { open, type OpenContext, type Route } from '#platform/server/http/route.ts'
import type { Enqueue } from '#platform/server/jobs/job.ts'
import { type Resource, type Wanted, withAttributes } from '#platform/server/scim/attributes.ts'
import * as discovery from '#platform/server/scim/discovery.ts'
import { groups, resourceType, resourceTypes, schema, schemas, serviceProviderConfig, users } from '../contract.ts'
import { listSchema } from './rules.ts'
import * as service from './service.ts'

type Answer = AnswerOf<typeof users.read>

const found = (body: unknown): Answer => ({ http: 200, resource: null, body })
const noContent: Answer = { http: 204, resource: null, body: null }

/** A single resource with the attributes that the caller wants. */
const ok = (resource: Resource, wanted: Wanted, http = 200): Answer => ({
  http,
  resource: { location: (resource['meta'] as { location: string }).location, version: service.versionOf(resource) },
  body: withAttributes(resource, wanted),
})

/** Answers 304 for a resource that the caller has already (RFC 7644, section 3.14). */
function read({ conditions: { ifNoneMatch } }: service.Directory, resource: Resource, wanted: Wanted): Answer {
  const answer = ok(resource, wanted)
  const isUnchanged = ifNoneMatch !== null && service.isListed(ifNoneMatch, service.versionOf(resource))
  return isUnchanged ? { ...answer, http: 304, body: null } : answer
}

/**
 * Two people with one telephone number were added at the same time. The second try sees the first person, and leaves the number of the
 * second one out.
 */
const isTakenPhone = (error: unknown) =>
  error instanceof Error && 'constraint' in error && error.constraint === 'memberships_phone_key'

const isTakenEmail = (error: unknown) =>
  error instanceof Error && 'constraint' in error && error.constraint === 'users_email_key'

export const routes = (
  { hosts, enqueue }: { hosts: Hosts; enqueue: Enqueue },
  limiter: Limiter = createLimiter(scimRequests),
): Route[] => {
  /**
   * A route for a call of the directory. The rate limit counts requests with a valid token only: invalid tokens would fill the table of the
   * limiter.
   */
  function directoryRoute<C extends CallThat<'outside'>>(
    call: C,
    work: (directory: service.Directory, input: InputOf<C>) => Promise<Answer>,
    /** Another try after the error of the first one was rolled back; null: there is none. */
    again: (error: unknown, context: OpenContext, input: InputOf<C>) => Promise<typeof work | null> = () =>
      Promise.resolve(null),
  ): Route {
    const handler = async (context: OpenContext, input: InputOf<C>) => {
      if (hasPrototypeName(input)) fail('scim.path_invalid')
      let isCounted = false
      // The second try below belongs to the same request and does not count again.
      const checkRate = (tenantId: string) => {
        if (!isCounted && !limiter.admits(tenantId, context.clock.now())) fail('call.throttled', { retryAfter: 60 })
        isCounted = true
      }
      const enter = (doWork = work) =>
        service.asDirectory({ hosts, enqueue, checkRate }, context, (directory) => doWork(directory, input))
      const answer = await enter().catch(async (error: unknown) => {
        if (isTakenPhone(error)) return enter()
        const other = await again(error, context, input)
        if (other === null) throw error
        return enter(other)
      })
      return answer as AnswerOf<C>
    }
    return open(call, handler, (context) => service.connectionOf(hosts, context))
  }
  /** A filter of discovery is refused, because it would apply to nothing (RFC 7644, section 4). */
  const discovered = (body: unknown, { filter }: { filter?: unknown }) =>
    filter === undefined ? found(body) : fail('scim.discovery_filter')
  const listed = (all: readonly object[]) => ({
    schemas: [listSchema],
    totalResults: all.length,
    startIndex: 1,
    itemsPerPage: all.length,
    Resources: all,
  })
  const itemById = (all: readonly { id: string }[], id: string) =>
    found(all.find((one) => one.id.toLowerCase() === id.toLowerCase()) ?? fail('scim.not_found'))

  return [
    directoryRoute(users.list, async (directory, query) => found(await service.listPeople(directory, query))),
    directoryRoute(users.search, async (directory, query) =>
      found(await service.listPeople(directory, service.searchOf(query))),
    ),
    directoryRoute(users.read, async (directory, { id, ...wanted }) =>
      read(directory, await service.readPerson(directory, id), wanted),
    ),
    directoryRoute(
      users.add,
      async (directory, resource) => ok(await service.addPerson(directory, resource), resource, 201),
      async (error, context, resource) => {
        const id = isTakenEmail(error) ? await service.offerPerson(hosts, context, resource) : null
        if (id === null) return null
        return async (directory, wanted) => ok(await service.completePerson(directory, id, resource), wanted, 201)
      },
    ),
    directoryRoute(users.replace, async (directory, { id, ...resource }) =>
      ok(await service.replacePerson(directory, id, resource), resource),
    ),
    directoryRoute(users.patch, async (directory, { id, ...patch }) =>
      ok(await service.patchPerson(directory, id, patch), patch),
    ),
    directoryRoute(users.remove, async (directory, { id }) => {
      await service.removePerson(directory, id)
      return noContent
    }),

    directoryRoute(groups.list, async (directory, query) => found(await service.listGroups(directory, query))),
    directoryRoute(groups.search, async (directory, query) =>
      found(await service.listGroups(directory, service.searchOf(query))),
    ),
    directoryRoute(groups.read, async (directory, { id, ...wanted }) =>
      read(directory, await service.readGroup(directory, id, wanted), wanted),
    ),
    directoryRoute(groups.add, async (directory, resource) =>
      ok(await service.addGroup(directory, resource), resource, 201),
    ),
    directoryRoute(groups.replace, async (directory, { id, ...resource }) =>
      ok(await service.replaceGroup(directory, id, resource), resource),
    ),
    // The answer has a body only when the caller names attributes (RFC 7644, section 3.5.2): it would contain all members of a large group
    // at each change.
    directoryRoute(groups.patch, async (directory, { id, ...patch }) => {
      await service.patchGroup(directory, id, patch)
      if (patch.attributes === undefined && patch.excludedAttributes === undefined) return noContent
      return ok(await service.readGroup(directory, id, patch), patch)
    }),
    directoryRoute(groups.remove, async (directory, { id }) => {
      await service.removeGroup(directory, id)
      return noContent
    }),

    directoryRoute(serviceProviderConfig, async ({ base }, query) =>
      discovered(discovery.serviceProviderConfig(base), query),
    ),
    directoryRoute(resourceTypes, async (directory, query) =>
      discovered(listed(discovery.resourceTypes(directory.base, service.extensionsOf(directory))), query),
    ),
    directoryRoute(resourceType, async (directory, { id }) =>
      itemById(discovery.resourceTypes(directory.base, service.extensionsOf(directory)), id),
    ),
    directoryRoute(schemas, async (directory, query) =>
      discovered(listed(discovery.schemas(directory.base, service.extensionsOf(directory))), query),
    ),
    directoryRoute(schema, async (directory, { id }) =>
      itemById(discovery.schemas(directory.base, service.extensionsOf(directory)), id),
    ),
  ]
}
