import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { principalKey } from './catalogue.ts'
import type { Workspace } from './catalogue.ts'
import { notSupported, parsed, Refusal } from './refusal.ts'
import { asCaller, listOf, workspaceOf, workspacesOf } from './service-context.ts'
import type { ServiceContext } from './service-context.ts'

const page = z.object({
  $top: z.coerce.number().int().min(0).max(5000).default(5000),
  $skip: z.coerce.number().int().min(0).default(0),
  $filter: z.string().optional(),
})
const creation = z.object({ name: z.string().trim().min(1).max(200) })

export function workspaceRoutes(app: FastifyInstance, context: ServiceContext): void {
  app.get(
    '/groups',
    asCaller(context, ({ caller, catalogue, request }) => {
      const { $top, $skip, $filter } = parsed(page, request.query)
      if ($filter !== undefined) throw notSupported('$filter')
      const visible = workspacesOf(catalogue, caller.principal).slice($skip, $skip + $top)
      return listOf(context, visible.map(wire))
    }),
  )

  app.get(
    '/groups/:groupId',
    asCaller(context, (call) => wire(workspaceOf(call))),
  )

  app.post(
    '/groups',
    asCaller(context, async ({ caller, request }) => {
      const { name } = parsed(creation, request.body)
      const made: Workspace = { id: randomUUID(), name, members: [principalKey(caller.principal)], project: null }
      await context.catalogue.update((catalogue) => {
        if (workspacesOf(catalogue, caller.principal).some((each) => each.name === name)) {
          throw new Refusal(409, 'PowerBIEntityAlreadyExists', 'A workspace of this name exists.')
        }
        return { ...catalogue, workspaces: [...catalogue.workspaces, made] }
      })
      return wire(made)
    }),
  )
}

function wire(workspace: Workspace) {
  return { id: workspace.id, name: workspace.name, isReadOnly: false, isOnDedicatedCapacity: false }
}
