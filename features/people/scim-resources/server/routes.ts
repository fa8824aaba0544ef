import { scimRequests } from '#catalogue/limits.ts'
import type { AnswerOf, CallThat, InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { hasPrototypeName } from '#platform/server/http/own-keys.ts'
import { open, type OpenContext, type Route } from '#platform/server/http/route.ts'
import type { Resource } from '#platform/server/scim/attributes.ts'
import * as discovery from '#platform/server/scim/discovery.ts'
import { groups, resourceType, resourceTypes, schema, schemas, serviceProviderConfig, users } from '../contract.ts'
import { listSchema } from './rules.ts'
import * as service from './service.ts'

type Answer = { http: number; location: string | null; body: unknown }

const ok = (body: unknown): Answer => ({ http: 200, location: null, body })
const created = (body: Resource): Answer => ({
  http: 201,
  location: (body['meta'] as { location: string }).location,
  body,
})
const noContent: Answer = { http: 204, location: null, body: null }

export const routes = ({ hosts }: { hosts: Hosts }): Route[] => {
  const limiter = createLimiter(scimRequests)

  /**
   * A route for a call of the directory. The rate limit counts requests with a valid token only: invalid tokens would fill the table of the
   * limiter.
   */
  function directoryRoute<C extends CallThat<'outside'>>(
    call: C,
    work: (directory: service.Directory, input: InputOf<C>) => Promise<Answer>,
  ): Route {
    const handler = async (context: OpenContext, input: InputOf<C>) => {
      if (hasPrototypeName(input)) fail('scim.path_invalid')
      const checkRate = (tenantId: string) => {
        if (!limiter.admits(tenantId, context.clock.now())) fail('call.throttled', { retryAfter: 60 })
      }
      const answer = await service.asDirectory({ hosts, checkRate }, context, (directory) => work(directory, input))
      return answer as AnswerOf<C>
    }
    return open(call, handler, (context) => service.connectionOf(hosts, context))
  }
  const listed = (all: readonly object[]) =>
    ok({ schemas: [listSchema], totalResults: all.length, startIndex: 1, itemsPerPage: all.length, Resources: all })
  const itemById = (all: readonly { id: string }[], id: string) =>
    ok(all.find((one) => one.id === id) ?? fail('scim.not_found'))

  return [
    directoryRoute(users.list, async (directory, query) => ok(await service.listPeople(directory, query))),
    directoryRoute(users.search, async (directory, query) => ok(await service.listPeople(directory, query))),
    directoryRoute(users.read, async (directory, { id, ...query }) =>
      ok(await service.readPerson(directory, id, query)),
    ),
    directoryRoute(users.add, async (directory, resource) => created(await service.addPerson(directory, resource))),
    directoryRoute(users.replace, async (directory, { id, ...resource }) =>
      ok(await service.replacePerson(directory, id, resource)),
    ),
    directoryRoute(users.patch, async (directory, { id, Operations }) =>
      ok(await service.patchPerson(directory, id, Operations)),
    ),
    directoryRoute(users.remove, async (directory, { id }) => {
      await service.removePerson(directory, id)
      return noContent
    }),

    directoryRoute(groups.list, async (directory, query) => ok(await service.listGroups(directory, query))),
    directoryRoute(groups.search, async (directory, query) => ok(await service.listGroups(directory, query))),
    directoryRoute(groups.read, async (directory, { id, ...query }) =>
      ok(await service.readGroup(directory, id, query)),
    ),
    directoryRoute(groups.add, async (directory, resource) => created(await service.addGroup(directory, resource))),
    directoryRoute(groups.replace, async (directory, { id, ...resource }) =>
      ok(await service.replaceGroup(directory, id, resource)),
    ),
    // The answer has no body, as Entra expects: it would contain all members of a large group at each change.
    directoryRoute(groups.patch, async (directory, { id, Operations }) => {
      await service.patchGroup(directory, id, Operations)
      return noContent
    }),
    directoryRoute(groups.remove, async (directory, { id }) => {
      await service.removeGroup(directory, id)
      return noContent
    }),

    directoryRoute(serviceProviderConfig, async ({ base }) => ok(discovery.serviceProviderConfig(base))),
    directoryRoute(resourceTypes, async ({ base }) => listed(discovery.resourceTypes(base))),
    directoryRoute(resourceType, async ({ base }, { id }) => itemById(discovery.resourceTypes(base), id)),
    directoryRoute(schemas, async ({ base }) => listed(discovery.schemas(base))),
    directoryRoute(schema, async ({ base }, { id }) => itemById(discovery.schemas(base), id)),
  ]
}
