import { z } from 'zod'
import { ticketMails as limits } from '#catalogue/limits.ts'
import { type AnyJob, job, waitingJob } from '#platform/server/jobs/job.ts'
import { processKind, processStaffKind } from './job-kinds.ts'
import { type Processing, processMail } from './process.ts'
import * as store from './store.ts'

const forgetOldMails = job({
  name: 'ticket_mail.forget',
  scope: 'platform',
  isolation: 'statement',
  input: z.object({}),
  everySeconds: 86_400,
  run: ({ db }) => store.forgetOld(db, limits.keptDays),
})

const giveUpLostMails = job({
  name: 'ticket_mail.give_up',
  scope: 'platform',
  isolation: 'statement',
  input: z.object({}),
  everySeconds: 3_600,
  run: ({ db }) => store.giveUpLost(db),
})

export const ticketMailJobs = (processing: Processing): AnyJob[] => [
  forgetOldMails,
  giveUpLostMails,
  waitingJob({
    ...processKind,
    atOnce: 2,
    atOncePerGroup: 1,
    run: (context, { id }) => processMail(context, id, processing),
  }),
  waitingJob({
    ...processStaffKind,
    atOnce: 1,
    run: (context, { id }) => processMail(context, id, processing),
  }),
]
