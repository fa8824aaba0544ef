// Management of reports: publishing a report of a workspace, its place in a subgroup, and its display settings.
// Opening a report is view/, grants are access/.
// Next: server/service.ts (calls to the report service), access/contract.ts, groups/contract.ts.
import { z } from 'zod'
import { flag, id, instant, optionalLines, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { added, can, done, listAnswer, listInput } from '#platform/contract/list.ts'
import { mostTags, shownTag } from '#features/tags/contract.ts'

/** Part of a URL path at the report service, therefore restricted to a few characters. */
const serviceId = () => z.string().regex(/^[\w-]{1,100}$/)

/** A role of a data set. It must not contain a comma, because the service takes a comma-separated list of roles. */
export const roleName = () => text(50).refine((role) => !role.includes(','))

export const orientations = ['auto', 'landscape', 'portrait'] as const
export type Orientation = (typeof orientations)[number]

/** Width and height in pixels, such as `1920x1080`. An empty text becomes null. */
const resolution = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .refine((value) => value === '' || /^[1-9]\d{2,4}x[1-9]\d{2,4}$/.test(value))
    .transform((value) => value || null)
    .nullable()

const place = { subgroup_id: id(), name: text(120), description: optionalLines(500) }

/** Replaces the tags of the report. */
const tagging = { tag_ids: z.array(id()).max(mostTags).optional() }

/** Display settings, and whether readers with `edit_reports` may change the content. */
const settings = {
  allow_edit: flag(),
  show_page_navigation: flag(),
  show_filter_pane: flag(),
  show_hidden_pages: flag(),
  show_visual_headers: flag(),
  show_toolbar: flag(),
  show_last_update: flag(),
  orientation: z.enum(orientations),
  recommended_resolution: resolution(),
  hidden: flag(),
}

/** With `ignore_row_security`, every reader gets `ignore_role` instead of the roles of their grants. */
const ignoring = { ignore_row_security: flag(), ignore_role: roleName().nullable() }

/** The report at the report service. The server asks the service for its data set and whether that has row-level security. */
export const reportSource = z.object({ workspace_id: id(), service_report_id: serviceId() })

export const reportRow = z.object({
  id: id(),
  name: z.string(),
  description: z.string().nullable(),
  group_id: id(),
  group: z.string(),
  subgroup_id: id(),
  subgroup: z.string(),
  workspace: z.string(),
  row_security: flag(),
  ignore_row_security: flag(),
  hidden: flag(),
  tags: z.array(shownTag),
  /** Number of people and of user groups with a grant. */
  people: z.number().int(),
  groups: z.number().int(),
  created_at: instant(),
  version: z.number().int(),
  can,
})

export const report = z.object({
  id: id(),
  name: z.string(),
  description: z.string().nullable(),
  group_id: id(),
  group: z.string(),
  subgroup_id: id(),
  subgroup: z.string(),
  workspace_id: id(),
  workspace: z.string(),
  service_report_id: z.string(),
  row_security: flag(),
  ...ignoring,
  ...settings,
  recommended_resolution: z.string().nullable(),
  tags: z.array(shownTag),
  created_at: instant(),
  version: z.number().int(),
  can,
})

export const reportAddition = reportSource.extend({ ...place, ...tagging, ...z.object(settings).partial().shape })
export const reportChange = z.object({ ...place, ...tagging, ...ignoring, ...settings }).partial()

export const listReports = call({
  method: 'GET',
  path: 'auth/report/all',
  summary:
    'All reports of the business unit, for report managers. `can` of the list tells whether a report may be added.',
  access: 'report.manage',
  does: 'read',
  input: listInput(['name', 'place', 'workspace', 'created_at'], {
    group_id: id().optional(),
    subgroup_id: id().optional(),
    workspace_id: id().optional(),
    tag_id: id().optional(),
    row_security: flag().optional(),
    hidden: flag().optional(),
  }),
  answers: listAnswer(reportRow).extend({ can }),
})

export const exportReports = exportCall(listReports)

export const readReport = call({
  method: 'GET',
  path: 'auth/report/get',
  summary: 'One report with its settings.',
  access: 'report.manage',
  does: 'read',
  input: z.object({ id: id() }),
  answers: report,
})

export const addReport = call({
  method: 'POST',
  path: 'auth/report/add',
  summary:
    'Publishes a report of a workspace. The server asks the report service for its data set, and whether that has roles.',
  access: 'report.add',
  does: 'outside',
  audit: 'report.added',
  input: reportAddition,
  answers: added,
})

export const updateReport = call({
  method: 'PUT',
  path: 'auth/report/update',
  summary: 'Changes a report; absent fields stay unchanged.',
  access: 'report.update',
  does: 'write',
  audit: 'report.updated',
  input: reportChange.extend({ id: id(), version: z.number().int() }),
  answers: done,
})

export const changeSource = call({
  method: 'POST',
  path: 'auth/report/change/source',
  summary: 'Replaces the report at the report service, or reads the properties of the present one again.',
  access: 'report.update',
  does: 'outside',
  audit: 'report.source_changed',
  input: reportSource.extend({ id: id(), version: z.number().int() }),
  answers: z.object({ status: z.literal(true), row_security: flag() }),
})

export const removeReport = call({
  method: 'DELETE',
  path: 'auth/report/delete',
  summary: 'Removes a report with its grants, favourites and views. The report at the report service stays.',
  access: 'report.remove',
  does: 'write',
  audit: 'report.removed',
  input: z.object({ id: id() }),
  answers: done,
})
