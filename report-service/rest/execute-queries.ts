import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Identity, QueryResult } from '../dax/engine.ts'
import { DaxError } from '../dax/errors.ts'
import type { Value } from '../model/model.ts'
import type { Dataset } from './catalogue.ts'
import { badRequest, notSupported, parsed } from './refusal.ts'
import { asCaller, datasetOf } from './service-context.ts'
import type { Call, ServiceContext } from './service-context.ts'

const MAX_ROWS = 100_000
const MAX_VALUES = 1_000_000

/**
 * Extension of the local service: the reader's identity for a data set with roles. Power BI refuses such queries from
 * a service principal.
 */
export const effectiveIdentity = z
  .object({
    username: z.string().min(1).max(256),
    roles: z.array(z.string()).min(1).max(50),
    customData: z.string().max(2000).nullable().default(null),
  })
  .nullish()

const request = z.object({
  queries: z.array(z.object({ query: z.string().min(1).max(200_000) })).length(1, 'takes one query'),
  serializerSettings: z.object({ includeNulls: z.boolean().default(false) }).default({ includeNulls: false }),
  impersonatedUserName: z.string().max(256).nullish(),
  effectiveIdentity,
})

/** `POST …/executeQueries`: runs one DAX query on one data set, with or without its workspace in the path, as in Power BI. */
export function executeQueriesRoutes(app: FastifyInstance, context: ServiceContext): void {
  const handle = asCaller(context, (call) => execute(context, call))
  app.post('/datasets/:datasetId/executeQueries', handle)
  app.post('/groups/:groupId/datasets/:datasetId/executeQueries', handle)
}

async function execute(context: ServiceContext, call: Call): Promise<unknown> {
  const dataset = datasetOf(call)
  const queryRequest = parsed(request, call.request.body)
  const identity = checkedIdentity(dataset, queryRequest.effectiveIdentity ?? null)
  const engine = await context.models.engineOf(dataset.id)
  const signal = abortedWhenGone(call.reply.raw)
  const options = { identity, maxRows: MAX_ROWS, signal }
  const outcome = await engine.query(queryRequest.queries[0]?.query ?? '', options).catch(daxErrorOnly)
  if (outcome instanceof DaxError) return call.reply.code(400).send(queryFailure(outcome))
  return { results: [{ tables: [table(outcome, queryRequest.serializerSettings.includeNulls)] }] }
}

/** A data set with roles requires an identity, and one without roles takes none. */
export function checkedIdentity(dataset: Dataset, identity: Identity | null): Identity | null {
  const isSecured = dataset.roles.length > 0
  if (isSecured && identity === null) throw notSupported('a query on a data set with roles without effectiveIdentity')
  if (!isSecured && identity !== null) throw badRequest('A data set without roles takes no identity.')
  return identity
}

function daxErrorOnly(error: unknown): DaxError {
  if (error instanceof DaxError) return error
  throw error
}

/** Aborts when the client closes the connection, so that the query stops. */
export function abortedWhenGone(response: ServerResponse): AbortSignal {
  const disconnected = new AbortController()
  response.once('close', () => disconnected.abort())
  return disconnected.signal
}

/** Formats the result as Power BI does. Rows beyond a limit are left out, and an `error` next to the rows reports it. */
function table(result: QueryResult, includeNulls: boolean) {
  const max = Math.min(MAX_ROWS, Math.floor(MAX_VALUES / Math.max(1, result.columns.length)))
  const names = result.columns.map((column) => column.name)
  const rows = result.rows.slice(0, max).map((row) => record(names, row, includeNulls))
  if (!result.truncated && result.rows.length <= max) return { rows }
  const message = `The answer has more than ${MAX_ROWS} rows or ${MAX_VALUES} values.`
  return { rows, error: { code: 'DatasetExecuteQueriesRowLimitExceeded', message } }
}

function record(names: string[], row: Value[], includeNulls: boolean): Record<string, Value> {
  const entries = names.map((name, index): [string, Value] => [name, row[index] ?? null])
  return Object.fromEntries(includeNulls ? entries : entries.filter(([, value]) => value !== null))
}

function queryFailure(error: DaxError) {
  // The message begins with the position, if one is known.
  const value = error.position === null ? error.message : `Query ${error.message}`
  const details = [{ code: 'DetailsMessage', detail: { type: 1, value } }]
  const code = 'DatasetExecuteQueriesError'
  return { error: { code, 'pbi.error': { code, parameters: {}, details, exceptionCulprit: 1 } } }
}
