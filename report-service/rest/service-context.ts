import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { callerOf } from './access-token.ts'
import type { Caller } from './access-token.ts'
import { isMember } from './catalogue.ts'
import type { Catalogue, Dataset, Principal, Report, Workspace } from './catalogue.ts'
import type { CatalogueFile } from './catalogue-file.ts'
import type { OpenModels } from './open-models.ts'
import { notFound } from './refusal.ts'
import type { VersionStore } from './version-store.ts'

/** What every call of the service stands on. */
export type ServiceContext = {
  catalogue: CatalogueFile
  versions: VersionStore
  models: OpenModels
  signingKey: Uint8Array
  /** Where browsers find the service, e.g. `http://reports.localhost:8000`; no slash at the end. */
  publicUrl: string
  now: () => number
}

export type Call = {
  caller: Caller
  catalogue: Catalogue
  params: Record<string, string>
  request: FastifyRequest
  reply: FastifyReply
}

/** A handler that is reached with a valid access token only. */
export function asCaller(context: ServiceContext, handle: (call: Call) => unknown): RouteHandlerMethod {
  return async (request, reply) => {
    const catalogue = await context.catalogue.read()
    const caller = await callerOf(context.signingKey, catalogue, request.headers.authorization, context.now())
    // Ids are UUIDs of ours: their case says nothing.
    const given = Object.entries(request.params ?? {})
    const params = Object.fromEntries(given.map(([name, value]) => [name, String(value).toLowerCase()]))
    return handle({ caller, catalogue, params, request, reply })
  }
}

export function workspacesOf(catalogue: Catalogue, principal: Principal): Workspace[] {
  return catalogue.workspaces.filter((workspace) => isMember(workspace, principal))
}

/** The workspace of the path, if the caller is a member; else 404, as if there were none. */
export function workspaceOf({ catalogue, caller, params }: Call): Workspace {
  const found = workspacesOf(catalogue, caller.principal).find((workspace) => workspace.id === params.groupId)
  if (found === undefined) throw notFound('The workspace')
  return found
}

export function datasetOf(call: Call): Dataset {
  const workspace = workspaceOf(call)
  const isIt = (each: Dataset) => each.workspaceId === workspace.id && each.id === call.params.datasetId
  const found = call.catalogue.datasets.find(isIt)
  if (found === undefined) throw notFound('The data set')
  return found
}

export function reportOf(call: Call): Report {
  const workspace = workspaceOf(call)
  const isIt = (each: Report) => each.workspaceId === workspace.id && each.id === call.params.reportId
  const found = call.catalogue.reports.find(isIt)
  if (found === undefined) throw notFound('The report')
  return found
}

/** A list as OData wraps it. */
export function listOf(context: ServiceContext, value: unknown[]): unknown {
  return { '@odata.context': `${context.publicUrl}/v1.0/myorg/$metadata`, value }
}
