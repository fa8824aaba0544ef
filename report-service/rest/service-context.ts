import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { callerOf } from './access-token.ts'
import type { Caller } from './access-token.ts'
import { isMember } from './catalogue.ts'
import type { Catalogue, Dataset, Principal, Report, Workspace } from './catalogue.ts'
import type { CatalogueFile } from './catalogue-file.ts'
import type { OpenModels } from './open-models.ts'
import { notFound } from './refusal.ts'
import type { VersionStore } from './version-store.ts'

/** Dependencies of all routes. */
export type ServiceContext = {
  catalogue: CatalogueFile
  versions: VersionStore
  models: OpenModels
  signingKey: Uint8Array
  /** Public address of the service for browsers, for example `http://reports.localhost:8000`, without a slash at the end. */
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

/** A route handler that requires a valid access token. */
export function asCaller(context: ServiceContext, handle: (call: Call) => unknown): RouteHandlerMethod {
  return async (request, reply) => {
    const catalogue = await context.catalogue.read()
    const caller = await callerOf(context.signingKey, catalogue, request.headers.authorization, context.now())
    // Ids are UUIDs, so letter case does not matter.
    const sentParameters = Object.entries(request.params ?? {})
    const params = Object.fromEntries(sentParameters.map(([name, value]) => [name, String(value).toLowerCase()]))
    return handle({ caller, catalogue, params, request, reply })
  }
}

export function workspacesOf(catalogue: Catalogue, principal: Principal): Workspace[] {
  return catalogue.workspaces.filter((workspace) => isMember(workspace, principal))
}

/** The workspace in the path. Throws 404 if the caller is not a member, as if it did not exist. */
export function workspaceOf({ catalogue, caller, params }: Call): Workspace {
  const found = workspacesOf(catalogue, caller.principal).find((workspace) => workspace.id === params.groupId)
  if (found === undefined) throw notFound('The workspace')
  return found
}

/** The data set in the path. Without a workspace in the path: of any workspace of the caller. */
export function datasetOf(call: Call): Dataset {
  const inPath =
    call.params.groupId === undefined ? workspacesOf(call.catalogue, call.caller.principal) : [workspaceOf(call)]
  const isIt = (each: Dataset) =>
    each.id === call.params.datasetId && inPath.some((workspace) => workspace.id === each.workspaceId)
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

/** A list in the OData format. */
export function listOf(context: ServiceContext, value: unknown[]): unknown {
  return { '@odata.context': `${context.publicUrl}/v1.0/myorg/$metadata`, value }
}
