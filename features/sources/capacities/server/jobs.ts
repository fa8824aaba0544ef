import { z } from 'zod'
import { anHourAfter, eachApart } from '#platform/server/jobs/each-apart.ts'
import { type AnyJob, job, waitingJob } from '#platform/server/jobs/job.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { isScheduled, nextSwitch } from './rules.ts'
import { actKind, createCapacities, followKind, checkKind, wakeKind } from './commands.ts'
import * as store from './store.ts'

/**
 * Enqueues the checks whose time has come, and the changes of the schedule. If a switch was missed while no process ran, the state that the
 * schedule has at present counts.
 */
export const tickCapacities = job({
  name: 'capacity.tick',
  scope: 'platform',
  isolation: 'savepoint',
  input: z.object({}),
  everySeconds: 10,
  run: async (context) => {
    const { db, clock, enqueue } = context
    const now = clock.now()
    await eachApart(context, await store.lockSwitches(db, now), {
      job: 'capacity.tick',
      unitOf: ({ tenant_id }) => tenant_id,
      work: async ({ id, is_due, switch_at, hours, zone }) => {
        const action = isScheduled(hours, zone, now) ? 'start' : 'pause'
        const slot = `${id} ${switch_at?.toISOString() ?? ''}`
        if (is_due) await enqueue(actKind, { capacity_id: id, action, cause: 'schedule', tries: 0 }, { slot })
        await store.planSwitch(db, id, nextSwitch(hours, zone, now), zone)
      },
      postpone: ({ id, zone }) => store.planSwitch(db, id, anHourAfter(now), zone),
    })
    for (const capacity_id of await store.takeDueChecks(db)) await enqueue(checkKind, { capacity_id })
  },
})

export function capacityJobs({ embedding }: { embedding: Embedding }): AnyJob[] {
  const capacities = createCapacities({ embedding })
  return [
    tickCapacities,
    // A failed check is not retried: the next one is enqueued at its interval.
    waitingJob({
      ...checkKind,
      retries: 0,
      run: (context, { capacity_id }) => capacities.checkAndPauseIdle(context, capacity_id),
    }),
    waitingJob({ ...followKind, run: (context, { capacity_id }) => capacities.follow(context, capacity_id) }),
    waitingJob({ ...wakeKind, run: (context, { capacity_id, tries }) => capacities.wake(context, capacity_id, tries) }),
    waitingJob({ ...actKind, run: (context, input) => capacities.actOrWait(context, input) }),
  ]
}
