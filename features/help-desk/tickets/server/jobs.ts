import { z } from 'zod'
import { applyKind } from '#features/help-desk/service-levels/server/commands.ts'
import { type AnyJob, job, type JobContext, type JobKind } from '#platform/server/jobs/job.ts'
import { followedKind, tellStaffKind } from './job-kinds.ts'
import { refreshStale } from './due.ts'
import { followStaff, tellStaff } from './handed.ts'
import * as store from './due-store.ts'
import { notifyDue } from './due-notices.ts'

/** Due times and notifications of one business unit. */
async function work(context: JobContext, kind: JobKind): Promise<void> {
  const isCurrent = await refreshStale(context)
  const isNotified = await notifyDue(context)
  if (!isCurrent || !isNotified) await context.enqueue(kind, {})
}

const followKind = { name: 'ticket.follow_due', scope: 'tenant', input: z.object({}) } satisfies JobKind

const findDue = job({
  name: 'ticket.find_due',
  scope: 'platform',
  isolation: 'enqueues',
  input: z.object({}),
  everySeconds: 60,
  run: async ({ db, clock, enqueue }) => {
    for (const tenantId of await store.unitsWithDueWork(db, clock.now())) await enqueue(followKind, {}, { tenantId })
  },
})

export const ticketJobs: AnyJob[] = [
  job({ ...followedKind, run: (context, { follow_up_id }) => followStaff(context, follow_up_id) }),
  job({ ...tellStaffKind, run: (context, { follow_up_id }) => tellStaff(context, follow_up_id) }),
  findDue,
  job({ ...followKind, run: (context) => work(context, followKind) }),
  job({ ...applyKind, run: (context) => work(context, applyKind) }),
]
