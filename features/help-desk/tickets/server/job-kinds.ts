import { z } from 'zod'
import { id } from '#catalogue/fields.ts'
import type { JobKind } from '#platform/server/jobs/job.ts'

const followUp = z.object({ follow_up_id: id() })

/** The job that completes, inside the business unit, what staff wrote outside of it: due times, notifications and its audit trail. */
export const followedKind = { name: 'ticket.follow_staff', scope: 'tenant', input: followUp } satisfies JobKind

/** The job that notifies the staff to whom a ticket was handed up. */
export const tellStaffKind = {
  name: 'ticket.tell_staff',
  scope: 'platform',
  isolation: 'one record',
  input: followUp,
} satisfies JobKind
