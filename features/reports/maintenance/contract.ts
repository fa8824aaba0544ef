// Maintenance of reports: windows in which a message and a countdown replace reports. features/reports/view reads the present window; the
// embed tokens end when a window begins.
import { z } from 'zod'
import { day, id, instant, namedRecord, requiredLines, text, timeOfDay } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { weekday } from '#platform/contract/week.ts'

export const recurrences = ['once', 'weekly'] as const
export const passing = ['editors', 'managers', 'nobody'] as const

/** How long before an occurrence the people who may open its reports are notified. */
export const announcing = ['never', 'hour', 'day', 'week'] as const

/** Maximum reports and groups of one window. */
const maxTargets = 500

export const maintenanceWindow = entity({
  noun: 'maintenance_window',
  title: ['maintenance window', 'maintenance windows'],
  fields: {
    name: text(80),
    message: requiredLines(1_000),
    recurrence: z.enum(recurrences),
    first_day: day(),
    /**
     * The last day. Of a window that occurs once: the day on which it ends; null: the first day. Of a weekly window: the last day of
     * occurrences; null: without an end.
     */
    last_day: day().nullable(),
    days: z.array(weekday).max(7),
    from_time: timeOfDay(),
    to_time: timeOfDay(),
    /** The reports and groups of the window. If both lists are empty, the window is for every report. */
    report_ids: z.array(id()).max(maxTargets),
    group_ids: z.array(id()).max(maxTargets),
    passes: z.enum(passing),
    announces: z.enum(announcing),
  },
  computed: {
    reports: z.array(namedRecord),
    groups: z.array(namedRecord),
    /** Begin of the present occurrence, or of the next one; null if there is none any more. */
    starts_at: instant().nullable(),
    ends_at: instant().nullable(),
  },
  sorts: ['name', 'starts_at', 'created_at'],
  filters: {},
})

export const maintenanceCalls = crudCalls('auth/maintenance', maintenanceWindow)

const occurrence = {
  id: id(),
  name: z.string(),
  message: z.string(),
  starts_at: instant(),
  ends_at: instant(),
}

export const readReportMaintenance = call({
  method: 'GET',
  path: 'auth/maintenance/of_report',
  summary: 'The maintenance that a report is in now: its message, and how long it lasts. Null: none.',
  access: 'report.open',
  screens: ['{id}/reports/view'],
  does: 'read',
  input: z.object({ reportId: id() }),
  answers: z.object({
    maintenance: z
      .object({
        ...occurrence,
        report: z.string(),
        /** Milliseconds until the end, for the countdown, because the browser's clock may be wrong. */
        ends_in_ms: z.number().int(),
      })
      .nullable(),
  }),
})

export const listUpcoming = call({
  method: 'GET',
  path: 'auth/maintenance/upcoming',
  summary: 'Maintenance of the next 14 days that concerns reports which the person may open, the first one first.',
  access: 'report.open',
  screens: ['notifications'],
  does: 'read',
  input: z.object({}),
  answers: z.object({ data: z.array(z.object({ ...occurrence, reports: z.array(z.string()), now: z.boolean() })) }),
})
