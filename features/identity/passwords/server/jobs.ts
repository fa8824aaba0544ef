// The recovery mail. The call only enqueues this job, so that its answer takes the same time whether or not the account exists.
import { job } from '#platform/server/jobs/job.ts'
import { type Inviting, recoveryMail, sendRecovery } from './commands.ts'

export const recoveryMailJob = (dependencies: Inviting) =>
  job({
    ...recoveryMail,
    retries: 3,
    run: (context, { user_id: userId, host }) => sendRecovery({ ...context, ...dependencies }, userId, host),
  })
