// The mails of a registration. The call only enqueues this job, so that its answer takes the same time whether or not the account exists.
import type { Hosts } from '#platform/server/hosts.ts'
import { job } from '#platform/server/jobs/job.ts'
import { registrationMail, sendLink, notifyAdministrators, waitingMail } from './commands.ts'

export const registrationMailJob = (hosts: Hosts) =>
  job({ ...registrationMail, retries: 3, run: (context, input) => sendLink({ ...context, hosts }, input) })

export const waitingMailJob = (hosts: Hosts) =>
  job({
    ...waitingMail,
    retries: 3,
    run: ({ db, enqueue }, input) => notifyAdministrators({ db, enqueue, hosts }, input),
  })
