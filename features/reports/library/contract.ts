// Management of reports: publishing a report of a workspace, its place in a subgroup, and its display settings.
// Opening a report is view/, grants are access/.
// Next: server/commands.ts (calls to the report service), ../access/contract.ts, ../groups/contract.ts.
import { z } from 'zod'
import { byLanguage, flag, id, instant, line, linesByLanguage, optionalLines, text } from '#catalogue/fields.ts'
import { reportRefreshSeconds } from '#catalogue/limits.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { added, can, done, listAnswer, listInput } from '#platform/contract/list.ts'
import { maxTags, shownTag } from '#features/reports/tags/contract.ts'

/** Part of a URL path at the report service, therefore restricted to a few characters. */
const serviceId = () => z.string().regex(/^[\w-]{1,100}$/)

/** A role of a data set. It must not contain a comma, because the service takes a comma-separated list of roles. */
export const roleName = () => text(50).refine((role) => !role.includes(','))

/** Names of the roles of a data model; null: unknown, because the report service does not list them. */
export type ModelRoles = readonly string[] | null

/** What a role filters in one table: a DAX condition. A role without one filters nothing. */
export const roleFilter = z.object({ role: z.string(), table: z.string(), filter: z.string() })
export type RoleFilter = z.output<typeof roleFilter>

/**
 * Whether a DAX condition is true for each row, so that a role with it filters nothing. It knows the plain forms: no text, `TRUE()`, a number
 * equal to itself. It does not evaluate DAX: any other condition counts as a filter.
 */
export function isAlwaysTrue(condition: string): boolean {
  const compact = condition.replace(/\s/g, '').toLowerCase()
  return /^(?:true(?:\(\))?|(\d+)==?\1)?$/.test(compact)
}

/** What the roles of a data model filter; null: the service does not tell. */
export type RoleFilters = readonly RoleFilter[] | null

/** The first of the roles that the data model does not have. Letter case does not matter, as in the model. */
export function unknownRole(modelRoles: ModelRoles, roles: readonly string[]): string | null {
  if (modelRoles === null) return null
  const known = new Set(modelRoles.map((role) => role.toLowerCase()))
  return roles.find((role) => !known.has(role.toLowerCase())) ?? null
}

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

/** The path of a file that `addReportCover` returned. The signature after the question mark is not part of the file's name. */
const cover = () =>
  z
    .string()
    .max(400)
    .regex(/^\/storage\/private\/[\da-f-]{36}\/[\w-]{22}\.webp(?:\?[\w.=&-]*)?$/)
    .nullable()

/** What an outline draws for a visual. */
export const outlineKinds = ['block', 'card', 'columns', 'bars', 'line', 'pie', 'table', 'slicer', 'text'] as const
export type OutlineKind = (typeof outlineKinds)[number]

const share = () => z.number().int().min(0).max(1_000)

/** Where the visuals of the first page of a report stand, in thousandths of its width and height. It holds no data and no names. */
export const reportOutline = z.object({
  /** Width of the page divided by its height. */
  ratio: z.number().min(0.1).max(10),
  visuals: z
    .array(z.object({ kind: z.enum(outlineKinds), x: share(), y: share(), width: share(), height: share() }))
    .max(40),
})
export type ReportOutline = z.output<typeof reportOutline>

/** The operators of a filter, in the order of the form. */
export const filterOperators = [
  'in',
  'not_in',
  'contains',
  'greater',
  'at_least',
  'less',
  'at_most',
  'blank',
  'not_blank',
] as const
export type FilterOperator = (typeof filterOperators)[number]

/** The operators of a condition as the Power BI SDK and the report service write them. */
export const filterConditions: Record<Exclude<FilterOperator, 'in' | 'not_in'>, string> = {
  contains: 'Contains',
  greater: 'GreaterThan',
  at_least: 'GreaterThanOrEqual',
  less: 'LessThan',
  at_most: 'LessThanOrEqual',
  blank: 'IsBlank',
  not_blank: 'IsNotBlank',
}

/** Operators that need no value, and those that take several. All others take exactly one. */
export const operatorsWithoutValue: readonly FilterOperator[] = ['blank', 'not_blank']
export const operatorsWithValues: readonly FilterOperator[] = ['in', 'not_in']

/** A filter on a column of the data model that the publisher sets for all readers. */
export const reportFilter = z
  .object({
    table: text(200),
    column: text(200),
    operator: z.enum(filterOperators),
    values: z.array(z.union([line(200), z.number()])).max(100),
    /** Id of the custom field that gives the values of each reader, in place of `values`. */
    field: id().nullable().optional(),
  })
  .refine(
    ({ operator, values, field }) =>
      field ? mayBeByField(operator, values.length) : hasFittingValues(operator, values.length),
    {
      path: ['values'],
    },
  )
export type ReportFilter = z.output<typeof reportFilter>

const mayBeByField = (operator: FilterOperator, count: number): boolean =>
  count === 0 && !operatorsWithoutValue.includes(operator)

function hasFittingValues(operator: FilterOperator, count: number): boolean {
  if (operatorsWithoutValue.includes(operator)) return count === 0
  return operatorsWithValues.includes(operator) ? count > 0 : count === 1
}

const placement = { subgroup_id: id(), name: text(120), description: optionalLines(500) }

/** Ids of tags, which replace the tags of the report. */
const tagging = { tag_ids: z.array(id()).max(maxTags).optional() }

/** Display settings, and whether readers with `edit_reports` may change the content. */
const settings = {
  allow_edit: flag(),
  show_page_navigation: flag(),
  show_filter_pane: flag(),
  show_hidden_pages: flag(),
  show_visual_headers: flag(),
  show_toolbar: flag(),
  show_last_update: flag(),
  show_on_app: flag(),
  show_on_catalog: flag(),
  show_mobile_background: flag(),
  allow_comments: flag(),
  /** Readers may save the report as a file, with the rows that they may see. */
  export: flag(),
  /** The interval in seconds at which the open report asks for its data again; null: never. */
  refresh_seconds: z.number().int().min(reportRefreshSeconds.min).max(reportRefreshSeconds.max).nullable(),
  orientation: z.enum(orientations),
  recommended_resolution: resolution(),
  catalog_description: optionalLines(1_000),
  /** The texts by language, which readers of a language see instead of the plain texts. */
  names: byLanguage(120),
  catalog_descriptions: linesByLanguage(1_000),
  hidden: flag(),
  cover: cover(),
  filters: z
    .array(reportFilter)
    .max(20)
    .refine((filters) => new Set(filters.map(({ table, column }) => `${table}\n${column}`)).size === filters.length),
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
  /** Path of the cover, signed for the session. */
  cover: z.string().nullable(),
  filters: z.array(
    z.object({
      table: z.string(),
      column: z.string(),
      operator: z.enum(filterOperators),
      values: z.array(z.union([z.string(), z.number()])),
      field: id().nullable().optional(),
    }),
  ),
  tags: z.array(shownTag),
  /** The time at which the service last answered the names of the pages, which the search finds; null: not yet. */
  pages_read_at: instant().nullable(),
  created_at: instant(),
  version: z.number().int(),
  can,
})

export const reportAddition = reportSource.extend({ ...placement, ...tagging, ...z.object(settings).partial().shape })
export const reportChange = z.object({ ...placement, ...tagging, ...ignoring, ...settings }).partial()

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
  does: 'outside',
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

export const addReportCover = call({
  method: 'POST',
  path: 'auth/report/cover/add',
  summary: 'Uploads a picture (multipart/form-data) and returns its address, which a report may then use as its cover.',
  access: 'report.update',
  does: 'outside',
  audit: 'report.cover_added',
  input: z.object({ kind: z.literal('cover') }),
  answers: z.object({ status: z.literal(true), path: z.string() }),
})

export const listColumns = call({
  method: 'POST',
  path: 'auth/report/columns',
  summary:
    'The columns that a filter of the report may use, as far as the report service tells them. Microsoft’s service does not for a data model with row-level security.',
  access: 'report.manage',
  does: 'outside',
  audit: null, // changes nothing
  input: reportSource,
  answers: z.object({
    data: z.array(z.object({ table: z.string(), column: z.string(), kind: z.enum(['text', 'number']) })),
  }),
})

/** Maximum reports of one call. The browser sends more reports in several calls; between two calls it shows the progress and can stop. */
export const maxImported = 10

export const importReports = call({
  method: 'POST',
  path: 'auth/report/import',
  summary: `Publishes up to ${maxImported} reports of a workspace at once. Each is published or refused by itself, with the reason.`,
  access: 'report.add',
  does: 'outside',
  audit: 'report.added',
  input: z.object({
    workspace_id: id(),
    subgroup_id: id(),
    reports: z
      .array(z.object({ service_report_id: serviceId(), name: text(120) }))
      .min(1)
      .max(maxImported),
  }),
  answers: z.object({
    status: z.literal(true),
    data: z.array(
      z.object({
        service_report_id: z.string(),
        /** Id of the new report; null: it was refused. */
        id: id().nullable(),
        row_security: flag().nullable(),
        /** Why the report was refused: the subgroup has a report of this name, or the workspace has no such report with a data model. */
        refusal: z.enum(['taken', 'missing']).nullable(),
      }),
    ),
  }),
})

/** Maximum user groups that an import offers for its grants. */
export const maxOfferedGroups = 6

export const readImportDefaults = call({
  method: 'GET',
  path: 'auth/report/import/defaults',
  summary:
    'Where the newest report stands, and the user groups that were granted reports last, with their roles. An import offers them.',
  access: 'report.grant',
  does: 'read',
  input: z.object({}),
  answers: z.object({
    /** Subgroup of the newest report, otherwise the first of the menu; null: there is no subgroup. */
    subgroup_id: id().nullable(),
    /** The latest first. `roles`: those of its latest grant that has some, as words to choose from where the service lists no roles. */
    groups: z.array(z.object({ id: id(), name: z.string(), roles: z.array(z.string()) })).max(maxOfferedGroups),
  }),
})

export const listImportRoles = call({
  method: 'POST',
  path: 'auth/report/import/roles',
  summary: 'The roles of the data model of a report that is not published yet and what they filter, from its service.',
  access: 'report.grant',
  does: 'outside',
  audit: null, // changes nothing
  input: reportSource,
  /** Null: the service does not list the roles, or the data model has none. */
  answers: z.object({
    roles: z.array(z.string()).nullable(),
    /** What the roles filter. Null: the service does not tell. */
    filters: z.array(roleFilter).nullable(),
  }),
})

export const duplicateReport = call({
  method: 'POST',
  path: 'auth/report/duplicate',
  summary: 'Adds a copy of a report with its settings and tags, without its grants.',
  access: 'report.add',
  does: 'write',
  audit: 'report.added',
  input: z.object({ id: id() }),
  answers: added,
})

/** Maximum reports whose order is set by hand. */
export const maxOrdered = 1_000

export const readOrder = call({
  method: 'GET',
  path: 'auth/report/order/get',
  summary: 'The reports of a subgroup in their order.',
  access: 'report.manage',
  does: 'read',
  input: z.object({ subgroup_id: id() }),
  answers: z.object({ data: z.array(z.object({ id: id(), name: z.string(), hidden: flag() })) }),
})

export const orderReports = call({
  method: 'POST',
  path: 'auth/report/change/order',
  summary: 'Sets the order of the reports of a subgroup. Reports that are not named come last.',
  access: 'report.update',
  does: 'write',
  audit: 'report.ordered',
  input: z.object({
    subgroup_id: id(),
    ids: z
      .array(id())
      .max(maxOrdered)
      .refine((ids) => new Set(ids).size === ids.length),
  }),
  answers: done,
})

/**
 * Why a query of the data behind a report has no answer (dax-queries/server/commands.ts). The feature that sends the query has a sentence
 * for each problem.
 */
export const queryProblems = [
  'query',
  'too_many_rows',
  'row_security',
  'busy',
  'account',
  'refused',
  'unreachable',
  'asleep',
  'failed',
] as const
export type QueryProblem = (typeof queryProblems)[number]
