// Who may open which report, and by which grant: the users of each report, and the reports of each user. ../access has the grants of one
// report.
import { z } from 'zod'
import { flag, id } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { listAnswer, listInput } from '#platform/contract/list.ts'

/** Why a person may open a report: a grant of the person, a grant of a user group, or the right to manage all reports. */
export const readerWays = ['direct', 'group', 'manager'] as const

const reader = z.object({
  /** Id of the row, made from the report and the person. */
  id: z.string(),
  report_id: id(),
  report: z.string(),
  /** Group and subgroup of the report. */
  place: z.string(),
  user_id: id(),
  person: z.string(),
  email: z.string(),
  way: z.enum(readerWays),
  /** Names of the user groups with a grant that the person belongs to. */
  groups: z.array(z.string()),
  /** Whether the person can open the report. False: the report is hidden, so that only managers open it. */
  opens: flag(),
})

const filters = { way: z.enum(readerWays).optional(), opens: flag().optional() }

export const listUsersPerReport = call({
  method: 'GET',
  path: 'auth/notifications/users_per_report/all',
  summary: 'Each report with the people who may open it, and by which grant.',
  access: 'report.grant',
  screens: ['notifications'],
  does: 'read',
  input: listInput(['report', 'person', 'email', 'place'], filters),
  answers: listAnswer(reader),
})

export const exportUsersPerReport = exportCall(listUsersPerReport)

export const listReportsPerUser = call({
  method: 'GET',
  path: 'auth/notifications/reports_per_user/all',
  summary: 'Each person with the reports that they may open, and by which grant.',
  access: 'report.grant',
  screens: ['notifications'],
  does: 'read',
  input: listInput(['person', 'report', 'email', 'place'], filters),
  answers: listAnswer(reader),
})

export const exportReportsPerUser = exportCall(listReportsPerUser)
