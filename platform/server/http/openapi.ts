// The calls as an OpenAPI 3.1 document, generated from the contracts that also bind them. `x-permission` is the required permission.
import { z } from 'zod'
import type { Call } from '#platform/contract/call.ts'
import type { FeatureRoutes } from './route.ts'

type Json = Record<string, unknown>

/** @param version of the product. Schemas describe the wire: S/N flags, ISO instants, wire names. */
export function openApi(features: FeatureRoutes[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const { feature, routes } of features) {
    for (const { call } of routes) {
      const path = `/api/${call.path}`
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(feature, call) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Vitrine', version },
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: failureSchema },
    },
  }
}

function operation(feature: string, call: Call): Json {
  const input = wireSchema(call.input)
  const inQuery = call.method === 'GET' || call.method === 'DELETE'
  return {
    operationId: call.path.replaceAll('/', '.'),
    tags: [feature],
    summary: call.summary,
    'x-permission': call.access,
    ...(call.audit ? { 'x-audit': call.audit } : {}),
    security: call.access === 'anyone' ? [] : [{ session: [] }],
    ...(inQuery
      ? { parameters: parametersOf(input) }
      : { requestBody: { required: true, content: jsonContent(input) } }),
    responses: {
      200: { description: 'Done', content: jsonContent(wireSchema(call.answers)) },
      default: { description: 'Refused', content: jsonContent({ $ref: '#/components/schemas/Failure' }) },
    },
  }
}

const jsonContent = (schema: Json): Json => ({ 'application/json': { schema } })

/** `io: input` selects the wire side of every codec. */
function wireSchema(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  return rest
}

function parametersOf(schema: Json): Json[] {
  const properties = (schema.properties ?? {}) as Record<string, Json>
  const required = (schema.required ?? []) as string[]
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
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
