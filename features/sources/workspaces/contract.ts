// Workspaces of a report-embedding service that a business unit publishes reports from.
// Next: ../accounts/contract.ts (accounts).
import { z } from 'zod'
import { flag, id, instant, namedRecord, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { added, can, done, listAnswer, listInput } from '#platform/contract/list.ts'

export const workspaceRow = z.object({
  id: id(),
  name: z.string(),
  account_id: id(),
  /** Name of the account; null if the account is not visible to the caller. */
  account: z.string().nullable(),
  reports: z.number().int(),
  created_at: instant(),
  version: z.number().int(),
  can,
})

export const listWorkspaces = call({
  method: 'GET',
  path: 'auth/powerbi/workspace/all',
  summary: 'Workspaces that the business unit may publish from.',
  access: 'workspace.read',
  screens: ['powerbi/workspace', 'reports'],
  does: 'read',
  /** `workspace_id`: only this one, for the name of a choice. */
  input: listInput(['name', 'reports', 'created_at'], { account_id: id().optional(), workspace_id: id().optional() }),
  answers: listAnswer(workspaceRow),
})

export const exportWorkspaces = exportCall(listWorkspaces)

export const listAvailableWorkspaces = call({
  method: 'GET',
  path: 'auth/powerbi/workspace/available',
  summary: 'Workspaces that an account can access at its service, including the added ones.',
  access: 'workspace.add',
  does: 'outside',
  audit: null, // changes nothing
  input: z.object({ account_id: id() }),
  answers: z.object({
    data: z.array(
      z.object({
        service_id: z.string(),
        name: z.string(),
        added: flag(),
        /** S: another business unit of the partner publishes from it, so that adding it shares it. Always N for callers who may not share. */
        shares: flag(),
      }),
    ),
  }),
})

export const addWorkspace = call({
  method: 'POST',
  path: 'auth/powerbi/workspace/add',
  summary: 'Adds a workspace of an account, with its name at the service.',
  access: 'workspace.add',
  does: 'outside',
  audit: 'workspace.added',
  input: z.object({ account_id: id(), service_id: id() }),
  answers: added,
})

export const updateWorkspace = call({
  method: 'PUT',
  path: 'auth/powerbi/workspace/update',
  summary: 'Changes the name that the portal shows for a workspace. Its name at the service stays.',
  access: 'workspace.add',
  does: 'write',
  audit: 'workspace.updated',
  input: z.object({ id: id(), version: z.number().int(), name: text(120).optional() }),
  answers: done,
})

/** Reads the data sets of a workspace from its service, with the reports of the portal that use each. Nothing of it is stored. */
export const readDatasets = call({
  method: 'GET',
  path: 'auth/powerbi/workspace/datasets',
  summary: 'Data sets of a workspace at its service with the published reports that use them.',
  access: 'workspace.read',
  does: 'outside',
  audit: null, // changes nothing
  input: z.object({ id: id() }),
  answers: z.object({
    data: z.array(
      z.object({
        service_dataset_id: z.string(),
        name: z.string(),
        /** Whether the data set can be refreshed; null: the service did not report it. */
        refreshable: flag().nullable(),
        identity_required: flag().nullable(),
        /** The person who configured the data set at the service. */
        configured_by: z.string().nullable(),
        /** Published reports of this business unit that read the data set, with the number of people who may open each. */
        reports: z.array(z.object({ id: id(), name: z.string(), people: z.number().int() })),
      }),
    ),
  }),
})

export const listDashboards = call({
  method: 'GET',
  path: 'auth/powerbi/workspace/dashboards',
  summary: 'Dashboards of a workspace at its service. The embedded report service has none.',
  access: 'workspace.read',
  does: 'outside',
  audit: null, // changes nothing
  input: z.object({ id: id() }),
  answers: z.object({ data: z.array(z.object({ service_dashboard_id: z.string(), name: z.string() })) }),
})

/** Lists the tiles of one dashboard. The browser calls it for one dashboard at a time, because the service needs one request for each. */
export const listTiles = call({
  method: 'GET',
  path: 'auth/powerbi/workspace/tiles',
  summary: 'Tiles of a dashboard at its service, with the data set and the published report behind each.',
  access: 'workspace.read',
  does: 'outside',
  audit: null, // changes nothing
  input: z.object({ id: id(), service_dashboard_id: id() }),
  answers: z.object({
    data: z.array(
      z.object({
        service_tile_id: z.string(),
        /** Title of the tile; null: it has none. */
        title: z.string().nullable(),
        /** Name of the data set at the service; null: the tile reads no data set of this workspace. */
        dataset: z.string().nullable(),
        /** The report behind the tile, if this business unit has published it. */
        report: namedRecord.nullable(),
      }),
    ),
  }),
})

export const removeWorkspace = call({
  method: 'DELETE',
  path: 'auth/powerbi/workspace/delete',
  summary: 'Removes a workspace without published reports. The workspace at the service stays.',
  access: 'workspace.remove',
  does: 'write',
  audit: 'workspace.removed',
  input: z.object({ id: id() }),
  answers: done,
})

/** A fact that the service may not report; null then. */
const knowable = flag().nullable()

export const serviceReport = z.object({
  service_report_id: z.string(),
  name: z.string(),
  service_dataset_id: z.string(),
  dataset: z.string().nullable(),
  /** Whether the data set has roles, so that every reader needs an identity. */
  identity_required: knowable,
  roles_required: knowable,
  /** Whether the report is already published in this business unit. */
  published: flag(),
  /** Id under which it is published first; null: it is not. */
  published_as: id().nullable(),
})
export type ServiceReport = z.output<typeof serviceReport>

export const listWorkspaceReports = call({
  method: 'GET',
  path: 'auth/powerbi/workspace/reports',
  summary: 'Reports of a workspace at its service, with the row-level security of their data sets.',
  access: 'workspace.read',
  screens: ['powerbi/workspace', 'reports'],
  does: 'outside',
  audit: null, // changes nothing
  input: z.object({ id: id() }),
  answers: z.object({ data: z.array(serviceReport) }),
})
