// All jobs of the product. One line each.
import { z } from 'zod'
import { eraseFilesJob } from '#platform/server/files/erase-job.ts'
import { type AnyJob, job } from '#platform/server/jobs/job.ts'
import { forgetOldSlots } from '#platform/server/jobs/slots.ts'
import { sealSendersAnew } from '#platform/server/mail/seal-anew.ts'
import { mailJobs } from '#platform/server/mail/send-mail.ts'
import { resealAccounts } from '#features/embedding/server/jobs.ts'
import { forgetTokens } from '#features/reports/view/server/jobs.ts'
import { endExpiredSessions, forgetOldSessions } from '#features/sessions/server/jobs.ts'
import { eraseTenantJob } from '#features/tenants/server/jobs.ts'
import { eraseDueUsers } from '#features/users/server/jobs.ts'
import type { Services } from './services.ts'

const forgetSlots = job({
  name: 'job_slot.forget',
  scope: 'platform',
  input: z.object({}),
  everySeconds: 86_400,
  run: ({ db }) => forgetOldSlots(db),
})

export const allJobs = ({ mailing, storage, secrets }: Services): AnyJob[] => [
  eraseDueUsers,
  forgetSlots,
  endExpiredSessions,
  forgetOldSessions,
  forgetTokens,
  eraseFilesJob(storage),
  resealAccounts(secrets),
  sealSendersAnew(secrets),
  eraseTenantJob,
  ...mailJobs(mailing),
]
