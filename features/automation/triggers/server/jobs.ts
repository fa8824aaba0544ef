import { z } from 'zod'
import { anHourAfter, eachApart } from '#platform/server/jobs/each-apart.ts'
import { job } from '#platform/server/jobs/job.ts'
import { lateLimitsOf, recordMissed, startRuns } from '#features/automation/tasks/server/commands.ts'
import { dueRuns, nextRun } from './rules.ts'
import * as store from './store.ts'

/**
 * Enqueues the tasks of the triggers whose time has come. The planned instant is the slot of the runs, so that two processes start each run
 * once (J1), and so do two triggers of a task with the same instant. When several instants were missed while no process ran, one run starts
 * for all of them (J2), and says how many they were.
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
        if (trigger.is_due) {
          for (const late_hours of await lateLimitsOf(db, id)) {
            const { run, tooOld } = dueRuns(trigger, zone, next_at, now, late_hours)
            const which = { trigger_id: id, late_hours }
            if (tooOld?.missed) await recordMissed(db, { ...which, at: tooOld.at, missed: tooOld.missed })
            if (run) await startRuns({ db, enqueue }, { ...which, cause: 'trigger', planned: run })
          }
        }
        await store.storeNextRun(db, id, zone, nextRun(trigger, zone, now))
      },
      postpone: ({ id, zone }) => store.storeNextRun(db, id, zone, anHourAfter(now)),
    })
  },
})
