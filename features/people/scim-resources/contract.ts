// The calls of a directory: SCIM 2.0 (RFC 7643, RFC 7644) at /scim/v2, compatible with Microsoft Entra. The bearer token is that of the
// connection, not of a session. Next: server/service.ts; platform/server/scim (filters and patches).
import { z } from 'zod'
import { call, scimAnswer } from '#platform/contract/call.ts'

const outside = { access: 'anyone', does: 'outside', audit: null } as const
const scim = { takes: 'scim', gives: 'scim' } as const
const anything = scimAnswer(z.unknown())

/** Names of attributes: with commas in a query, a list in the body of a search (RFC 7644, sections 3.4.3 and 3.9). */
const names = z.union([z.string().max(1_000), z.array(z.string().max(200)).max(100)]).optional()
const attributes = { attributes: names, excludedAttributes: names }
const part = { id: z.string().max(64) }

/** The query of a list. A `count` above the maximum is lowered and not refused (RFC 7644, section 3.4.2.4). Numbers arrive as text. */
const listed = z.object({
  ...attributes,
  filter: z.string().max(1_000).optional(),
  sortBy: z.string().max(100).optional(),
  sortOrder: z.enum(['ascending', 'descending']).optional(),
  startIndex: z.coerce.number().int().optional(),
  count: z.coerce.number().int().optional(),
})
const searched = listed.extend({ schemas: z.unknown().optional() })

/** A resource in a request body. The service checks it: a directory may send attributes that the portal does not know. */
const resource = z.looseObject({ ...attributes })
const changed = z.looseObject({ ...part, ...attributes })

/** The service limits the number of operations, because SCIM has an error for too many. */
export const patchBody = z.looseObject({
  ...part,
  ...attributes,
  Operations: z
    .array(z.looseObject({ op: z.string().max(20), path: z.string().optional(), value: z.unknown().optional() }))
    .min(1),
})

const summaries = { Users: 'people', Groups: 'groups' } as const

function resourceCalls(type: 'Users' | 'Groups') {
  const path = `/scim/v2/${type}`
  const one = `${path}/:id`
  const summary = summaries[type]
  return {
    list: call({
      ...outside,
      http: scim,
      method: 'GET',
      path,
      summary: `Lists ${summary} by a filter.`,
      input: listed,
      answers: anything,
    }),
    search: call({
      ...outside,
      http: scim,
      method: 'POST',
      path: `${path}/.search`,
      summary: `Lists ${summary} by a filter in the body.`,
      input: searched,
      answers: anything,
    }),
    read: call({
      ...outside,
      http: scim,
      method: 'GET',
      path: one,
      summary: `Reads one of the ${summary}.`,
      input: z.object({ ...part, ...attributes }),
      answers: anything,
    }),
    add: call({
      ...outside,
      http: scim,
      method: 'POST',
      path,
      summary: `Adds one of the ${summary}.`,
      input: resource,
      answers: anything,
    }),
    replace: call({
      ...outside,
      http: scim,
      method: 'PUT',
      path: one,
      summary: `Replaces one of the ${summary}.`,
      input: changed,
      answers: anything,
    }),
    patch: call({
      ...outside,
      http: scim,
      method: 'PATCH',
      path: one,
      summary: `Changes one of the ${summary}.`,
      input: patchBody,
      answers: anything,
    }),
    remove: call({
      ...outside,
      http: scim,
      method: 'DELETE',
      path: one,
      summary: `Removes one of the ${summary}.`,
      input: z.object(part),
      answers: anything,
    }),
  }
}

export const users = resourceCalls('Users')
export const groups = resourceCalls('Groups')

const discovery = (name: string, summary: string) =>
  call({
    ...outside,
    http: scim,
    method: 'GET',
    path: `/scim/v2/${name}`,
    summary,
    input: z.object({ filter: z.unknown().optional() }),
    answers: anything,
  })

export const serviceProviderConfig = discovery('ServiceProviderConfig', 'What this service supports of SCIM.')
export const resourceTypes = discovery('ResourceTypes', 'The types of resources.')
export const schemas = discovery('Schemas', 'The attributes of the resources.')
const namedInput = z.object({ id: z.string().max(200) })
export const resourceType = call({
  ...outside,
  http: scim,
  method: 'GET',
  path: '/scim/v2/ResourceTypes/:id',
  summary: 'One type of resources.',
  input: namedInput,
  answers: anything,
})
export const schema = call({
  ...outside,
  http: scim,
  method: 'GET',
  path: '/scim/v2/Schemas/:id',
  summary: 'The attributes of one schema.',
  input: namedInput,
  answers: anything,
})
