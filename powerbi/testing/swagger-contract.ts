// Validates HTTP exchanges against Microsoft's API description: path, method, parameters, body, answer.
// Not a server and not a client: power-bi-double.ts and the tests pass it the exchanges.
// Next: swagger-subset.json (made by extract-swagger.ts), power-bi-double.ts.
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import type { ValidateFunction } from 'ajv'

type Schema = { [name: string]: unknown }
type Parameter = { name: string; in: 'path' | 'query' | 'body'; required?: boolean; schema?: Schema } & Schema
type Described = {
  operationId: string
  parameters?: Parameter[]
  responses: Record<string, { schema?: Schema }>
}
type Description = { paths: Record<string, Record<string, Described>>; definitions: Record<string, Schema> }

export type Exchange = {
  method: string
  /** Path with query string. */
  url: string
  body: unknown
  status: number
  answer: unknown
}

export type SwaggerContract = {
  /** Operation id, for example `Groups_GetGroups`; null if the description has no such operation. */
  operationOf(method: string, url: string): string | null
  /** Deviations as sentences; empty if everything matches. The description covers only 2xx answers, so only they are validated. */
  violations(exchange: Exchange): string[]
}

/** Undescribed names are violations too. Otherwise a misspelt name would pass as an unknown one. */
export function openSwaggerContract(): SwaggerContract {
  const file = new URL('./swagger-subset.json', import.meta.url)
  const description: Description = JSON.parse(readFileSync(file, 'utf8'))
  const compile = createCompiler(description.definitions)

  function find(method: string, url: string) {
    const { pathname } = new URL(url, 'http://wire')
    for (const [path, methods] of Object.entries(description.paths)) {
      const match = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(pathname)
      const described = methods[method.toLowerCase()]
      if (match !== null && described !== undefined) return { described, path: { ...match.groups } }
    }
    return null
  }

  function requestFaults(described: Described, inPath: Record<string, string>, exchange: Exchange): string[] {
    const inQuery = Object.fromEntries(new URL(exchange.url, 'http://wire').searchParams)
    const parameters = described.parameters ?? []
    const known = new Set(parameters.filter((each) => each.in === 'query').map((each) => each.name))
    const unknown = Object.keys(inQuery).filter((name) => !known.has(name))
    return [
      ...unknown.map((name) => `query parameter ${name} is not described`),
      ...parameters.flatMap((parameter) => {
        const held =
          parameter.in === 'body' ? exchange.body : { path: inPath, query: inQuery }[parameter.in][parameter.name]
        if (held === undefined || held === null) return parameter.required ? [`${parameter.name} is missing`] : []
        return faults(
          `request ${parameter.name}`,
          compile(parameter.schema ?? plain(parameter)),
          typed(parameter, held),
        )
      }),
    ]
  }

  return {
    operationOf: (method, url) => find(method, url)?.described.operationId ?? null,
    violations(exchange) {
      const found = find(exchange.method, exchange.url)
      if (found === null) return [`${exchange.method} ${exchange.url}: not described`]
      const said = requestFaults(found.described, found.path, exchange)
      return [...said, ...answerFaults(found.described, exchange, compile)].map(
        (fault) => `${found.described.operationId}: ${fault}`,
      )
    },
  }
}

function answerFaults(described: Described, exchange: Exchange, compile: Compile): string[] {
  if (exchange.status < 200 || exchange.status > 299) return []
  const response = described.responses[String(exchange.status)]
  if (response === undefined) return [`status ${exchange.status} is not described`]
  return response.schema === undefined ? [] : faults('answer', compile(response.schema), exchange.answer)
}

/** Converts numbers and flags from text, as they are sent in paths and queries. */
function typed(parameter: Parameter, held: unknown): unknown {
  if (parameter.type === 'integer') return Number(held)
  if (parameter.type === 'boolean') return held === 'true' ? true : held === 'false' ? false : held
  return held
}

function plain(parameter: Parameter): Schema {
  const names = ['type', 'format', 'enum', 'minimum', 'maximum', 'items']
  return Object.fromEntries(Object.entries(parameter).filter(([name]) => names.includes(name)))
}

function faults(what: string, validate: ValidateFunction, held: unknown): string[] {
  if (validate(held)) return []
  return (validate.errors ?? []).map(
    (error) => `${what}${error.instancePath} ${error.message ?? ''} ${JSON.stringify(error.params)}`,
  )
}

type Compile = (schema: Schema) => ValidateFunction

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

function createCompiler(definitions: Record<string, Schema>): Compile {
  const ajv = new Ajv({ strict: false, allErrors: true })
  ajv.addFormat('uuid', UUID)
  ajv.addFormat('date-time', INSTANT)
  for (const format of ['int32', 'int64', 'float', 'double', 'url', 'time']) ajv.addFormat(format, true)
  const closed = Object.fromEntries(Object.keys(definitions).map((name) => [name, closedDefinition(definitions, name)]))
  ajv.addSchema({ $id: 'wire', definitions: closed })
  return (schema) =>
    ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/definitions/', '"wire#/definitions/')))
}

/** A definition with its `allOf` parts merged and no additional properties. */
function closedDefinition(definitions: Record<string, Schema>, name: string): Schema {
  const schema = definitions[name] ?? {}
  const parts = [schema, ...partsOf(definitions, schema)]
  const properties = Object.assign({}, ...parts.map((part) => part.properties ?? {}))
  if (Object.keys(properties).length === 0) return schema
  // The description writes `odata.context`; the service sends `@odata.context`.
  if ('odata.context' in properties) properties['@odata.context'] = { type: 'string' }
  const required = parts.flatMap((part) => (Array.isArray(part.required) ? part.required : []))
  return { type: 'object', properties, required: [...new Set(required)], additionalProperties: false }
}

function partsOf(definitions: Record<string, Schema>, schema: Schema): Schema[] {
  const parts: Schema[] = Array.isArray(schema.allOf) ? schema.allOf : []
  return parts.flatMap((part) => {
    const name = typeof part.$ref === 'string' ? part.$ref.replace('#/definitions/', '') : null
    const resolved = name === null ? part : (definitions[name] ?? {})
    return [resolved, ...partsOf(definitions, resolved)]
  })
}
