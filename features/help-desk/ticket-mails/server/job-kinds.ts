import { z } from 'zod'
import { id } from '#catalogue/fields.ts'
import type { JobKind } from '#platform/server/jobs/job.ts'

/** The job that makes a follow-up of a stored mail, or notes why not. */
export const processKind = {
  name: 'ticket_mail.process',
  scope: 'tenant',
  input: z.object({ id: id() }),
} satisfies JobKind
