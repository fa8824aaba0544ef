// Reports as who manages them sees them: published out of a workspace, placed in a subgroup, and how they look when read.
// It is not reading a report (view/) and not who may (access/); flags whose effect does not exist yet are not here either.
// Next: server/service.ts (what the report service is asked), access/contract.ts, groups/contract.ts.
import { z } from 'zod'
import { flag, id, instant, optionalLines, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { added, can, done, listAnswer, listInput } from '#platform/contract/list.ts'
import { mostTags, shownTag } from '#features/tags/contract.ts'

/** Becomes a part of a path at the service, hence no free text. */
const serviceId = () => z.string().regex(/^[\w-]{1,100}$/)

/** A role of a data set, as its author named it. The service takes several as one text, so a comma would make two of it. */
export const roleName = () => text(50).refine((role) => !role.includes(','))

export const orientations = ['auto', 'landscape', 'portrait'] as const
export type Orientation = (typeof orientations)[number]

/** Width and height in pixels: `1920x1080`. Empty becomes null. */
const resolution = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .refine((value) => value === '' || /^[1-9]\d{2,4}x[1-9]\d{2,4}$/.test(value))
    .transform((value) => value || null)
    .nullable()

const place = { subgroup_id: id(), name: text(120), description: optionalLines(500) }

/** Which tags it has: these and no others. */
const tagging = { tag_ids: z.array(id()).max(mostTags).optional() }

/** How the report looks when read, and who may change it. */
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

/** Everybody reads with this one role, whatever their grants say. */
const ignoring = { ignore_row_security: flag(), ignore_role: roleName().nullable() }

/** Where the report comes from. What its data set demands is asked of the service, never of a browser. */
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
  /** How many persons and user groups it is granted to. */
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
  summary: 'Reports of the business unit, for who manages them. `can` beside the list says whether one may be added.',
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
    'Publishes a report of a workspace. The report service says which data set it reads, and whether that has roles.',
  access: 'report.add',
  does: 'outside',
  audit: 'report.added',
  input: reportAddition,
  answers: added,
})

export const updateReport = call({
  method: 'PUT',
  path: 'auth/report/update',
  summary: 'Changes a report; absent fields stay as they are.',
  access: 'report.update',
  does: 'write',
  audit: 'report.updated',
  input: reportChange.extend({ id: id(), version: z.number().int() }),
  answers: done,
})

export const changeSource = call({
  method: 'POST',
  path: 'auth/report/change/source',
  summary: 'Takes the report from elsewhere, or asks the report service about the present place again.',
  access: 'report.update',
  does: 'outside',
  audit: 'report.source_changed',
  input: reportSource.extend({ id: id(), version: z.number().int() }),
  answers: z.object({ status: z.literal(true), row_security: flag() }),
})

export const removeReport = call({
  method: 'DELETE',
  path: 'auth/report/delete',
  summary: 'Removes a report with its grants, favourites and views. Nothing is removed at the report service.',
  access: 'report.remove',
  does: 'write',
  audit: 'report.removed',
  input: z.object({ id: id() }),
  answers: done,
})
