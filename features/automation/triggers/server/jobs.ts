import { z } from 'zod'
import { anHourAfter, eachApart } from '#platform/server/jobs/each-apart.ts'
import { job } from '#platform/server/jobs/job.ts'
import { startRuns } from '#features/automation/tasks/server/commands.ts'
import { nextRun } from './rules.ts'
import * as store from './store.ts'

/**
 * Enqueues the tasks of the triggers whose time has come. The planned time is the slot of the runs, so that two processes start each run
 * once (J1). When several times were missed while no process ran, one run starts for all of them (J2).
 */
export const startDueTriggers = job({
  name: 'trigger.start_due',
  scope: 'platform',
  isolation: 'savepoint',
  input: z.object({}),
  everySeconds: 15,
  run: async (context) => {
    const { db, clock, enqueue } = context
    const now = clock.now()
    await eachApart(context, await store.lockDue(db, now), {
      job: 'trigger.start_due',
      unitOf: ({ tenant_id }) => tenant_id,
      work: async (trigger) => {
        const { id, zone, next_at } = trigger
        if (trigger.is_due)
          await startRuns({ db, enqueue }, { trigger_id: id, cause: 'trigger', slot: `${id} ${next_at.toISOString()}` })
        await store.storeNextRun(db, id, zone, nextRun(trigger, zone, now))
      },
      postpone: ({ id, zone }) => store.storeNextRun(db, id, zone, anHourAfter(now)),
    })
  },
})
