// Workspaces: places at a report-embedding service that a business unit may publish reports from.
// Next: ../contract.ts (the accounts that lead there).
import { z } from 'zod'
import { flag, id, instant } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { added, can, done, listAnswer, listInput } from '#platform/contract/list.ts'

export const workspaceRow = z.object({
  id: id(),
  name: z.string(),
  account_id: id(),
  /** Null where the account is hidden from whoever asks. */
  account: z.string().nullable(),
  reports: z.number().int(),
  created_at: instant(),
  can,
})

export const listWorkspaces = call({
  method: 'GET',
  path: 'auth/powerbi/workspace/all',
  summary: 'Workspaces that the business unit may publish from.',
  access: 'workspace.read',
  screens: ['powerbi/workspace', 'reports'],
  does: 'read',
  input: listInput(['name', 'reports', 'created_at'], { account_id: id().optional() }),
  answers: listAnswer(workspaceRow),
})

export const exportWorkspaces = exportCall(listWorkspaces)

export const listAvailableWorkspaces = call({
  method: 'GET',
  path: 'auth/powerbi/workspace/available',
  summary: 'Workspaces that an account sees at its service, added ones included.',
  access: 'workspace.add',
  does: 'outside',
  audit: null, // changes nothing
  input: z.object({ account_id: id() }),
  answers: z.object({ data: z.array(z.object({ service_id: z.string(), name: z.string(), added: flag() })) }),
})

export const addWorkspace = call({
  method: 'POST',
  path: 'auth/powerbi/workspace/add',
  summary: 'Adds a workspace of an account, under the name it has at the service.',
  access: 'workspace.add',
  does: 'outside',
  audit: 'workspace.added',
  input: z.object({ account_id: id(), service_id: id() }),
  answers: added,
})

export const removeWorkspace = call({
  method: 'DELETE',
  path: 'auth/powerbi/workspace/delete',
  summary: 'Removes a workspace that no report is published from. Nothing is removed at the service.',
  access: 'workspace.remove',
  does: 'write',
  audit: 'workspace.removed',
  input: z.object({ id: id() }),
  answers: done,
})

/** Null: the service did not say. Names of roles are not to be had from a service; whoever grants a report types them. */
const knowable = flag().nullable()

export const serviceReport = z.object({
  service_report_id: z.string(),
  name: z.string(),
  service_dataset_id: z.string(),
  dataset: z.string().nullable(),
  /** The data set has roles: every reader needs an identity. */
  identity_required: knowable,
  roles_required: knowable,
  /** Published in this business unit already. */
  published: flag(),
})
export type ServiceReport = z.output<typeof serviceReport>

export const listWorkspaceReports = call({
  method: 'GET',
  path: 'auth/powerbi/workspace/reports',
  summary: 'Reports of a workspace at its service, each with what its data set demands of a reader.',
  access: 'workspace.read',
  screens: ['powerbi/workspace', 'reports'],
  does: 'outside',
  audit: null, // changes nothing
  input: z.object({ id: id() }),
  answers: z.object({ data: z.array(serviceReport) }),
})
