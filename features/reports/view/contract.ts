// The viewer: opens a report with an embed token for the person, stores their last filters, and writes the view log.
import { z } from 'zod'
import { flag, id, instant, language, line } from '#catalogue/fields.ts'
import { pageSummary } from '#catalogue/limits.ts'
import { call } from '#platform/contract/call.ts'
import { done } from '#platform/contract/list.ts'
import { grant } from '#features/reports/access/contract.ts'
import { filterOperators } from '#features/reports/library/contract.ts'

/** A filter of the Power BI SDK. It is stored unchanged; the report service validates its content. */
const filter = z.record(z.string(), z.json())

export const savedFilters = z.object({
  page: z.string().nullable(),
  filters: z.array(filter),
  slicers: z.array(z.object({ visual: z.string(), state: filter })),
})

/**
 * The parameter in the URL of the viewer that names the host of the portal, if another site frames the page. apps/server answers with a
 * content security policy for that host.
 */
export const portalParameter = 'portal'

/** `ends_in_ms`: remaining lifetime, because the browser's clock may be wrong. */
const embedToken = { token: z.string(), expires_at: instant(), ends_in_ms: z.number().int() }

/** Whether the token may change the content of the report. Fails if the person may not edit it. */
const edit = flag().default(false)

/** Whether a paused capacity starts. The visuals of the home page start none: its cost would begin with each visit. */
const wakes = flag().default(true)

export const openReport = call({
  method: 'POST',
  path: 'auth/report_view/open',
  summary:
    'Everything the viewer needs: an embed token with the person’s identity, the report’s settings, the last filters.',
  access: 'report.open',
  screens: ['{id}/reports/view', '{id}/apps/view'],
  does: 'outside',
  audit: null, // the view log records it
  input: z.object({
    reportId: id(),
    wakes,
    edit,
    /** The page to open; a page that the person may not open is refused. */
    page: z.string().max(200).nullable().default(null),
  }),
  answers: z.object({
    id: id(),
    name: z.string(),
    description: z.string().nullable(),
    group: z.string(),
    subgroup: z.string(),
    subgroup_id: id(),
    kind: z.enum(['powerbi', 'local']),
    service_report_id: z.string(),
    embed_url: z.string(),
    /** Origins that the browser may embed in addition to Microsoft's; from the server's configuration. */
    trusted_origins: z.array(z.string()),
    ...embedToken,
    /** Names of the pages that the person may open; null: all. */
    pages: z.array(z.string()).nullable(),
    favourite: flag(),
    show_name: flag(),
    /** Whether the reader's identity is shown across the report. */
    watermark: flag(),
    /** The text of the watermark, with variables such as `{{email}}`; null: e-mail and day. */
    watermark_text: z.string().nullable(),
    /** The interval in seconds at which the open report asks for its data again; null: never. */
    refresh_seconds: z.number().int().nullable(),
    allow_comments: flag(),
    export: flag(),
    /** Whether the person may edit the content; what `check/permission/edit/report` answers. */
    may_edit: flag(),
    show_page_navigation: flag(),
    show_hidden_pages: flag(),
    show_filter_pane: flag(),
    show_visual_headers: flag(),
    show_toolbar: flag(),
    show_mobile_background: flag(),
    /** The publisher's filters. They arrange the report; row-level security protects its rows. */
    filters: z.array(
      z.object({
        table: z.string(),
        column: z.string(),
        operator: z.enum(filterOperators),
        values: z.array(z.union([z.string(), z.number()])),
      }),
    ),
    orientation: z.enum(['landscape', 'portrait', 'auto']),
    /** The recommended resolution, such as `1920x1080`; null: none. */
    recommended_resolution: z.string().nullable(),
    save_filters: flag(),
    saved: savedFilters.nullable(),
    /** The person's default view of the report, which takes precedence over `saved`; null: none. */
    default_view: savedFilters.extend({ id: id(), name: z.string() }).nullable(),
    /** Milliseconds until maintenance of the report begins; null: none in the next day. */
    maintenance_in_ms: z.number().int().nullable(),
    /** Time of the last data refresh; null if the report does not show it or the service does not report it. */
    last_update: instant().nullable(),
  }),
})

export const previewReport = call({
  method: 'POST',
  path: 'auth/report_view/preview',
  summary:
    'The report as another person would open it: their identity, pages, filters and last filters. Nothing of it counts as their view.',
  access: 'report.grant',
  screens: ['reports', 'user'],
  does: 'outside',
  audit: 'report.previewed',
  // The answer has an embed token, with the identity of another person.
  personal: true,
  input: z.object({
    reportId: id(),
    user_id: id(),
    /** The grants of a form that is not saved; null: the saved grants. */
    grants: z.array(grant).max(2_000).nullable().default(null),
  }),
  answers: openReport.answers,
})

/** Formats of an exported report. */
export const reportFormats = ['PDF', 'PPTX', 'PNG'] as const

/** A captured state holds filters with at most 2,000 values. */
const maxState = 300_000

export const startReportExport = call({
  method: 'POST',
  path: 'auth/report_export/start',
  summary: 'Starts to write a report as a file, with the person’s own rows. Fails if the report does not allow it.',
  access: 'report.export',
  screens: ['{id}/reports/view', '{id}/apps/view'],
  does: 'outside',
  audit: 'report.exported',
  // A requester in remote access may not take files in the person’s name.
  personal: true,
  input: z.object({
    reportId: id(),
    format: z.enum(reportFormats),
    /** The page to export; null: all pages that the person may open. */
    page: z.string().max(200).nullable().default(null),
    /** The state that the browser captured, with page and filters; null: as the report was published. */
    state: z.string().max(maxState).nullable().default(null),
  }),
  answers: z.object({ status: z.literal(true), id: id() }),
})

export const readReportExport = call({
  method: 'GET',
  path: 'auth/report_export/get',
  summary: 'The progress of an export of the caller.',
  access: 'report.export',
  screens: ['{id}/reports/view', '{id}/apps/view'],
  does: 'outside',
  audit: null, // changes nothing
  keepsAwake: false, // an open dialog calls it without a person
  personal: true,
  input: z.object({ id: id() }),
  answers: z.object({
    state: z.enum(['running', 'ready', 'failed']),
    percent: z.number().int(),
    /** Why it failed, as a sentence for the person; null: it did not. */
    message: z.string().nullable(),
  }),
})

export const readReportExportFile = call({
  method: 'GET',
  path: 'auth/report_export/file',
  summary: 'The file of a finished export of the caller, while they may open the report with the same rows and pages.',
  access: 'report.export',
  screens: ['{id}/reports/view', '{id}/apps/view'],
  does: 'outside',
  audit: null, // the start of the export is in the trail
  personal: true,
  input: z.object({ id: id() }),
  // The answer is a file, so there is no schema.
  answers: z.unknown(),
})

export const cancelReportExport = call({
  method: 'POST',
  path: 'auth/report_export/cancel',
  summary: 'Forgets an export of the caller, so that nobody receives its file.',
  access: 'report.export',
  screens: ['{id}/reports/view', '{id}/apps/view'],
  does: 'write',
  audit: null, // the start of the export is in the trail
  personal: true,
  input: z.object({ id: id() }),
  answers: done,
})

export const renewToken = call({
  method: 'POST',
  path: 'auth/report_view/token',
  summary: 'A new embed token for an open report, before the present one expires.',
  access: 'report.open',
  screens: ['{id}/reports/view', '{id}/apps/view'],
  does: 'outside',
  audit: null,
  keepsAwake: false, // an open page calls it without a person
  input: z.object({ reportId: id(), wakes, edit }),
  answers: z.object(embedToken),
})

export const readReportCapacity = call({
  method: 'GET',
  path: 'auth/report_view/capacity',
  summary: 'The capacity for which a reader of a report waits: whether it starts, and why it did not. Null: none.',
  access: 'report.open',
  screens: ['{id}/reports/view', '{id}/apps/view'],
  does: 'read',
  keepsAwake: false, // a waiting page calls it without a person
  input: z.object({ reportId: id() }),
  answers: z.object({
    capacity: z
      .object({
        report: z.string(),
        state: z.enum(['paused', 'starting', 'pausing']),
        /** Whether the capacity starts when a reader opens one of its reports. */
        wakes: flag(),
        /** Why the last start for a reader failed; null: it did not. */
        problem: z.string().nullable(),
        /** The time at which the schedule starts the capacity; null: never. */
        starts_at: instant().nullable(),
      })
      .nullable(),
  }),
})

export const checkExists = call({
  method: 'POST',
  path: 'auth/report_view/check/exist/report',
  summary: 'Whether the person may open the report; the answer is the same for absent, foreign and not granted.',
  access: 'report.view_log',
  screens: ['{id}/reports/view', '{id}/apps/view', '{id}/playlist/view', 'playlist/view'],
  does: 'write', // changes nothing, but a screen of a playlist needs a second statement
  audit: null,
  keepsAwake: false,
  input: z.object({ reportId: z.string().max(64) }),
  answers: z.object({ status: z.boolean(), message: z.string().optional() }),
})

export const checkEdit = call({
  method: 'POST',
  path: 'auth/report_view/check/permission/edit/report',
  summary: 'Whether the person may edit the report; N also for unknown ids.',
  access: 'report.open',
  screens: ['{id}/reports/view', '{id}/apps/view'],
  does: 'read',
  input: z.object({ reportId: z.string().max(64) }),
  answers: z.object({ permission_edit: flag() }),
})

export const recordEdit = call({
  method: 'POST',
  path: 'auth/report_view/edit/saved',
  summary:
    'Records that the person saved the content of a report with the edit token of this session. The report service has stored it already.',
  access: 'report.edit_content',
  screens: ['{id}/reports/view', '{id}/apps/view'],
  does: 'write',
  audit: 'report.content_saved',
  input: z.object({ reportId: id() }),
  answers: done,
})

export const saveFilters = call({
  method: 'POST',
  path: 'auth/report_view/save/user-report-filters',
  summary:
    'Stores the person’s last page and filters of a report; empty lists without a page delete them. They never widen row-level security.',
  access: 'report.open',
  screens: ['{id}/reports/view', '{id}/apps/view'],
  does: 'write',
  audit: null, // a personal view of the report; it changes with every click
  input: z.object({
    reportId: id(),
    page: z.string().max(200).optional(),
    filters: z.array(filter).max(200),
    slicers: z.array(z.object({ visual: z.string().max(200), state: filter })).max(200),
  }),
  answers: z.object({ status: z.literal(true), saved_at: instant() }),
})

/** Where a report was opened, as the wire spells it. */
export const viewOrigins = ['report', 'app', 'playlist', 'home', 'embedded', 'management'] as const

export const logView = call({
  method: 'POST',
  path: 'auth/log/report/page/view',
  summary: 'Logs one event of a view of a report; a repeated event is stored once.',
  access: 'report.view_log',
  screens: ['{id}/reports/view', '{id}/apps/view', '{id}/playlist/view', 'playlist/view'],
  does: 'write',
  audit: null, // the view log is a log itself
  input: z.object({
    reportId: id(),
    view_id: id(),
    event: z.enum(['opened', 'page', 'rendered', 'closed', 'failed']),
    page: z.string().max(200).default(''),
    page_name: z.string().max(200).nullish(),
    load_ms: z.number().int().min(0).max(3_600_000).nullish(),
    render_ms: z.number().int().min(0).max(3_600_000).nullish(),
    origem: z.enum(viewOrigins).default('report'),
  }),
  answers: done,
})

export const setFavourite = call({
  method: 'POST',
  path: 'auth/favorites/set',
  summary: 'Adds a report to the favourites, or removes it.',
  access: 'report.favourite',
  screens: ['', 'all/reports', '{id}/reports', '{id}/reports/view', '{id}/apps/view'],
  does: 'write',
  audit: null, // a personal bookmark
  input: z.object({ reportId: id(), favorite: flag() }),
  answers: done,
})

/** The two things that the language model says of a page. They are uses of the AI account. */
export const summaryKinds = ['explain_page', 'summarise_data'] as const
export type SummaryKind = (typeof summaryKinds)[number]

export const explainPage = call({
  method: 'POST',
  path: 'auth/report/page/explain',
  summary:
    'Explains a page of a report, or summarises its data, by the language model of the business unit. It gets the rows that the page shows to the caller. Stores nothing but the log of the call.',
  access: 'assistant.explain_report',
  screens: ['{id}/reports/view', '{id}/apps/view'],
  does: 'outside',
  audit: null, // the call stores nothing but its line in the log of the model
  input: z.object({
    reportId: id(),
    page: line(200).min(1),
    kind: z.enum(summaryKinds),
    language: language(),
    /** The filters and slicers that the caller has set; null: those of the report. */
    filters: z.array(filter).max(pageSummary.filters).nullable(),
  }),
  answers: z.object({
    /** The answer in plain text. `isUnfounded`: a number that is not in the rows. */
    parts: z.array(z.object({ text: z.string(), isUnfounded: z.boolean() })),
    visuals: z.number().int(),
    rows: z.number().int(),
    /** True when rows were left out. */
    truncated: z.boolean(),
  }),
})
