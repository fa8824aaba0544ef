import { z } from 'zod'
import type { FileStorage } from '#platform/server/files/storage.ts'
import { anHourAfter, eachApart } from '#platform/server/jobs/each-apart.ts'
import { type AnyJob, job, waitingJob } from '#platform/server/jobs/job.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { dueRuns, nextRun } from '#features/automation/triggers/server/queries.ts'
import { createExportRuns, runKind, startRun } from './commands.ts'
import * as store from './store.ts'

/**
 * Starts the exports whose time has come. The planned instant is the slot of the run, so that two processes start it once. Of several
 * instants that no process ran in time, the latest is run. Those that are older than a day are one line of the history: they were missed.
 */
export const startDueExports = job({
  name: 'scheduled_export.start_due',
  scope: 'platform',
  isolation: 'savepoint',
  input: z.object({}),
  everySeconds: 15,
  run: async (context) => {
    const { db, clock } = context
    const now = clock.now()
    await eachApart(context, await store.lockDue(db, now), {
      job: 'scheduled_export.start_due',
      unitOf: ({ tenant_id }) => tenant_id,
      work: async (due) => {
        const { id, zone, next_at } = due
        const { run, tooOld } = due.is_due ? dueRuns(due, zone, next_at, now) : { run: null, tooOld: null }
        if (tooOld) await store.addMissed(db, id, tooOld.at)
        if (run) await startRun(context, id, run.at)
        await store.storeNextRun(db, id, zone, nextRun(due, zone, now))
      },
      postpone: ({ id, zone }) => store.storeNextRun(db, id, zone, anHourAfter(now)),
    })
  },
})

const forgetOld = job({
  name: 'scheduled_export.forget',
  scope: 'platform',
  isolation: 'statement',
  input: z.object({}),
  everySeconds: 3_600,
  run: ({ db }) => store.forgetOld(db),
})

/** Bulkhead: the exports of a business unit are written one after the other, and leave the report service to its readers. */
const shares = { atOnce: 2, atOncePerGroup: 1 }

export function exportJobs({ embedding, storage }: { embedding: Embedding; storage: FileStorage }): AnyJob[] {
  const runs = createExportRuns({ embedding, storage })
  return [
    waitingJob({ ...runKind, ...shares, retries: 6, run: (context, { run_id }) => runs.run(context, run_id) }),
    startDueExports,
    forgetOld,
  ]
}
