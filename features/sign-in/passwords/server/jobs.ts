// The recovery mail. The call only enqueues this job, so that its answer takes the same time whether or not the account exists.
import type { Hosts } from '#platform/server/hosts.ts'
import { job } from '#platform/server/jobs/job.ts'
import { recoveryMail, sendRecovery } from './service.ts'

export const recoveryMailJob = (hosts: Hosts) =>
  job({
    ...recoveryMail,
    retries: 3,
    run: ({ db, enqueue }, { user_id: userId, host }) => sendRecovery({ db, enqueue, hosts }, userId, host),
  })
