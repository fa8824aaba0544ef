// The calls as an OpenAPI 3.1 document, generated from the contracts that also bind them. `x-permission` is the required permission.
import { z } from 'zod'
import { type Call, pathOfCall } from '#platform/contract/call.ts'
import { isOpenToKeys } from './llms-text.ts'
import { mapInSlices } from '../slices.ts'
import type { FeatureRoutes } from './route.ts'

type Json = Record<string, unknown>

/** Requests that the portal sends: the schema of the body, by the type of the event. */
export type SentEvents = Readonly<Record<string, z.ZodType>>

/** @param version of the product. Schemas describe the wire: S/N flags, ISO instants, wire names. The calls are described in slices. */
export async function openApi(features: FeatureRoutes[], version: string, events: SentEvents = {}): Promise<Json> {
  const paths: Record<string, Json> = {}
  const calls = features.flatMap(({ feature, routes }) => routes.map(({ call }) => ({ feature, call })))
  await mapInSlices(calls, ({ feature, call }) => {
    const path = pathOfCall(call).replaceAll(/:(\w+)/g, '{$1}')
    const method = call.method.toLowerCase()
    const known = paths[path]?.[method] as Json | undefined
    paths[path] = { ...paths[path], [method]: merged(known, operation(feature, call)) }
  })
  return {
    openapi: '3.1.0',
    info: { title: 'Vitrine', version },
    paths,
    webhooks: Object.fromEntries(Object.entries(events).map(([type, body]) => [type, sentEvent(type, body)])),
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'vit_…', description: 'An API key: see /llms.txt.' },
      },
      schemas: { Failure: failureSchema },
    },
  }
}

/** A receiver accepts an event with any status of 2xx. */
const sentEvent = (type: string, body: z.ZodType): Json => ({
  post: {
    summary: `The event ${type}, signed as Standard Webhooks 1.0 says.`,
    requestBody: { required: true, content: jsonContent(wireSchema(body)) },
    responses: { '2XX': { description: 'Accepted' } },
  },
})

function operation(feature: string, call: Call): Json {
  const input = wireSchema(call.input)
  const inQuery = call.method === 'GET' || call.method === 'DELETE'
  return {
    operationId: call.path.replace(/^\//, '').replaceAll('/:', '.').replaceAll('/', '.'),
    tags: [feature],
    summary: call.summary,
    'x-permission': call.access,
    ...(call.audit ? { 'x-audit': call.audit } : {}),
    security: call.access === 'anyone' ? [] : [{ session: [] }, ...(isOpenToKeys(call) ? [{ apiKey: [] }] : [])],
    parameters: parametersOf(input, call.path, inQuery),
    ...(inQuery
      ? {}
      : { requestBody: { required: true, content: { [mediaTypes[call.http.takes]]: { schema: input } } } }),
    responses: {
      ...successOf(call),
      default: { description: 'Refused', content: jsonContent({ $ref: '#/components/schemas/Failure' }) },
    },
  }
}

const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  scim: 'application/scim+json',
}

function successOf({ answers, http }: Call): Json {
  if (http.gives === 'redirect') return { 303: { description: 'Continues at the address of the Location header' } }
  if (http.gives === 'xml')
    return { 200: { description: 'Done', content: { 'application/xml': { schema: { type: 'string' } } } } }
  const schema = wireSchema(answers)
  if (http.gives === 'json') return { 200: { description: 'Done', content: jsonContent(schema) } }
  const body = ((schema.properties ?? {}) as Record<string, Json>).body ?? {}
  return { '2XX': { description: 'Done', content: { [mediaTypes.scim]: { schema: body } } } }
}

/** Two calls with one path and method differ in the media type of the body: one operation with both. */
function merged(known: Json | undefined, added: Json): Json {
  if (known === undefined) return added
  const contentOf = (made: Json) => ((made.requestBody ?? {}) as Json).content as Json
  return {
    ...known,
    summary: `${String(known.summary)} ${String(added.summary)}`,
    requestBody: { required: true, content: { ...contentOf(known), ...contentOf(added) } },
    responses: { ...(added.responses as Json), ...(known.responses as Json) },
  }
}

const jsonContent = (schema: Json): Json => ({ 'application/json': { schema } })

/** `io: input` selects the wire side of every codec. */
export function wireSchema(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  return rest
}

/** The parts of the path, and the query of a GET or DELETE. */
function parametersOf(schema: Json, path: string, inQuery: boolean): Json[] {
  const properties = (schema.properties ?? {}) as Record<string, Json>
  const required = (schema.required ?? []) as string[]
  const isPart = (name: string) => path.split('/').includes(`:${name}`)
  return Object.entries(properties)
    .filter(([name]) => inQuery || isPart(name))
    .map(([name, property]) => ({
      name,
      in: isPart(name) ? 'path' : 'query',
      required: isPart(name) || required.includes(name),
      schema: property,
    }))
}

const failureSchema: Json = {
  type: 'object',
  required: ['status', 'message', 'key'],
  properties: {
    status: { type: 'string' },
    message: { type: 'string' },
    key: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'string' } },
  },
}
