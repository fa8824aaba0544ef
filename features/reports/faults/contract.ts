// Known faults of reports: everybody who may open the report sees that one is known, and may follow it until its end. The help desk starts
// and ends faults (server/commands.ts).
import { z } from 'zod'
import { flag, id, instant } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { done } from '#platform/contract/list.ts'

const screens = ['{id}/reports/view', '{id}/apps/view', 'help_desk'] as const

export const readReportFault = call({
  method: 'GET',
  path: 'auth/report_faults/of_report',
  summary: 'The known fault of a report that has not ended; null: there is none.',
  access: 'portal.use',
  screens,
  does: 'read',
  input: z.object({ reportId: id() }),
  answers: z.object({
    fault: z
      .object({
        id: id(),
        since: instant(),
        /** S: the caller is told when the fault ends. */
        follows: flag(),
      })
      .nullable(),
  }),
})

export const followFault = call({
  method: 'POST',
  path: 'auth/report_faults/follow',
  summary: 'Decides whether the caller is told when a known fault of a report ends.',
  access: 'portal.use',
  screens,
  does: 'write',
  audit: 'report_fault.followed',
  // A requester in remote access may not follow in the person's name.
  personal: true,
  input: z.object({ id: id(), follows: flag() }),
  answers: done,
})
