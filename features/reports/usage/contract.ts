// Usage of reports (screen `analyze`): who opened what and when, how long it took, and what nobody opens. It reads the view log that
// ../view writes. A view is one opening of a report. Days and hours are those of the business unit's time zone.
import { z } from 'zod'
import { day, flag, id, instant } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { listAnswer, listInput } from '#platform/contract/list.ts'
import { viewOrigins } from '#features/reports/view/contract.ts'

/** Default range and maximum range, in days. */
export const usageDays = { default: 30, max: 366 } as const

const period = { from: day().optional(), to: day().optional() }

/** The filters of the views that are counted. */
const narrowed = {
  ...period,
  origin: z.enum(viewOrigins).optional(),
  group_id: id().optional(),
  report_id: id().optional(),
  user_id: id().optional(),
}

/** Whether a report or a person has views: in the period, none in the period, or none at all. */
export const seenChoices = ['yes', 'no', 'never'] as const
const seen = z.enum(seenChoices).optional()

/** A report that no person opened may have been shown on TVs, by a playlist: it is neither opened nor forgotten. */
export const reportSeenChoices = ['yes', 'tv', 'no', 'never'] as const

const count = () => z.number().int().min(0)
/**
 * A waiting time in milliseconds; null without a measured view. It is the nearest rank, so that it is a time that a person really waited.
 */
const duration = () => z.number().int().min(0).nullable()
const times = { load_p50: duration(), load_p95: duration(), render_p50: duration(), render_p95: duration() }

const daily = { day: day(), views: count(), readers: count(), ...times }
const hourly = { hour: z.number().int().min(0).max(23), views: count(), readers: count() }

export const readUsage = call({
  method: 'GET',
  path: 'auth/analyze/summary',
  summary: 'Views, readers and waiting times of a period, in total, by day and by hour of the day.',
  access: 'usage.read',
  does: 'read',
  input: z.object(narrowed),
  answers: z.object({
    views: count(),
    readers: count(),
    failed: count(),
    ...times,
    /** Number of people of the business unit, without the filters. */
    people: count(),
    reports: count(),
    /** Number of reports that nobody opened in the period and no TV showed: the list with `seen=no`. */
    unread_reports: count(),
    /** Number of reports that only TVs showed in the period: the list with `seen=tv`. */
    tv_only_reports: count(),
    silent_people: count(),
    days: z.array(z.object(daily)).max(usageDays.max),
    hours: z.array(z.object(hourly)).length(24),
  }),
})

export const listDays = call({
  method: 'GET',
  path: 'auth/analyze/days/all',
  summary: 'Views, readers and waiting times of each day of a period, also of days without a view.',
  access: 'usage.read',
  does: 'read',
  input: listInput(['day', 'views'], narrowed),
  answers: listAnswer(z.object(daily)),
})
export const exportDays = exportCall(listDays)

export const listHours = call({
  method: 'GET',
  path: 'auth/analyze/hours/all',
  summary: 'Views and readers of each hour of the day in a period.',
  access: 'usage.read',
  does: 'read',
  input: listInput(['hour', 'views'], narrowed),
  answers: listAnswer(z.object(hourly)),
})
export const exportHours = exportCall(listHours)

export const listReportUsage = call({
  method: 'GET',
  path: 'auth/analyze/reports/all',
  summary: 'Each report with its views, readers, failures and waiting times of a period, and its last view ever.',
  access: 'usage.read',
  does: 'read',
  input: listInput(['views', 'name', 'readers', 'failed', 'last_view_at', 'load_p95', 'render_p95'], {
    order: z.enum(['asc', 'desc']).default('desc'),
    ...narrowed,
    seen: z.enum(reportSeenChoices).optional(),
  }),
  answers: listAnswer(
    z.object({
      id: id(),
      name: z.string(),
      /** Group and subgroup of the report; the host of an external report. */
      place: z.string(),
      hidden: flag(),
      views: count(),
      readers: count(),
      failed: count(),
      /** Times that a playlist showed the report; 0 when an origin or a person is chosen. */
      tv_views: count(),
      ...times,
      last_view_at: instant().nullable(),
    }),
  ),
})
export const exportReportUsage = exportCall(listReportUsage)

export const listPeopleUsage = call({
  method: 'GET',
  path: 'auth/analyze/people/all',
  summary: 'Each person with their views and reports of a period, and their last view ever.',
  access: 'usage.read',
  does: 'read',
  input: listInput(['views', 'person', 'reports', 'last_view_at'], {
    order: z.enum(['asc', 'desc']).default('desc'),
    ...narrowed,
    seen,
  }),
  answers: listAnswer(
    z.object({
      id: id(),
      /** Name of the person; null: staff, or a person who left the business unit. */
      person: z.string().nullable(),
      email: z.string().nullable(),
      views: count(),
      reports: count(),
      last_view_at: instant().nullable(),
    }),
  ),
})
export const exportPeopleUsage = exportCall(listPeopleUsage)

export const listPageUsage = call({
  method: 'GET',
  path: 'auth/analyze/pages/all',
  summary: 'Each page of a report that was read in a period, with its views and readers.',
  access: 'usage.read',
  does: 'read',
  input: listInput(['views', 'name', 'report', 'readers'], {
    order: z.enum(['asc', 'desc']).default('desc'),
    ...narrowed,
  }),
  answers: listAnswer(
    z.object({
      /** Id of the row, made from the report and the page. */
      id: z.string(),
      report_id: id(),
      report: z.string(),
      /** The name of the page that readers see; the technical name if there is none. */
      name: z.string(),
      views: count(),
      readers: count(),
      last_view_at: instant(),
    }),
  ),
})
export const exportPageUsage = exportCall(listPageUsage)

export const listUnitUsage = call({
  method: 'GET',
  path: 'auth/analyze/units/all',
  summary:
    'The numbers of each business unit: a partner sees its own units. Each unit counts in days of its own time zone.',
  access: 'usage.compare',
  does: 'read',
  input: listInput(['views', 'name', 'readers', 'last_view_at', 'load_p95', 'render_p95'], {
    order: z.enum(['asc', 'desc']).default('desc'),
    ...period,
  }),
  answers: listAnswer(
    z.object({
      id: id(),
      name: z.string(),
      views: count(),
      readers: count(),
      people: count(),
      reports: count(),
      opened_reports: count(),
      failed: count(),
      ...times,
      last_view_at: instant().nullable(),
    }),
  ),
})
export const exportUnitUsage = exportCall(listUnitUsage)

export const listFailedReports = call({
  method: 'GET',
  path: 'auth/analyze/failures/all',
  summary:
    'The reports that could not be opened in the last seven days, by business unit: a partner sees its own units.',
  access: 'usage.compare',
  does: 'read',
  input: listInput(['last_failed_at', 'unit', 'report', 'failures', 'readers'], {
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  answers: listAnswer(
    z.object({
      /** Id of the row, made from the unit and the report. */
      id: z.string(),
      unit_id: id(),
      unit: z.string(),
      /** Name of the report; null where the unit does not let staff enter: its reports are one row. */
      report: z.string().nullable(),
      failures: count(),
      readers: count(),
      last_failed_at: instant(),
      /** Start of the known fault of the report; null: the help desk marked none. */
      known_since: instant().nullable(),
      /** S: the caller may enter the business unit now. */
      may_enter: flag(),
    }),
  ),
})
export const exportFailedReports = exportCall(listFailedReports)
