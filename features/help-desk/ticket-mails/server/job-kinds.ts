import { z } from 'zod'
import { id } from '#catalogue/fields.ts'
import type { JobKind } from '#platform/server/jobs/job.ts'

const input = z.object({ id: id() })

/** The jobs that make a follow-up of a stored mail, or note why not: of a member, and of the staff outside of business units. */
export const processKind = {
  name: 'ticket_mail.process',
  scope: 'tenant',
  input,
} satisfies JobKind

export const processStaffKind = {
  name: 'ticket_mail.process_staff',
  scope: 'platform',
  isolation: 'one record',
  input,
} satisfies JobKind
