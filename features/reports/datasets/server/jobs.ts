// The jobs that start planned refreshes and poll running ones.
import { z } from 'zod'
import { anHourAfter, eachApart } from '#platform/server/jobs/each-apart.ts'
import { type AnyJob, job, waitingJob } from '#platform/server/jobs/job.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { nextRun } from './rules.ts'
import { createRefreshes, followKind, startKind } from './service.ts'
import * as store from './store.ts'

/** Enqueues the refreshes whose time has come. If times were missed while no process ran, one refresh is enqueued. */
export const startDue = job({
  name: 'dataset.start_due',
  scope: 'platform',
  isolation: 'savepoint',
  input: z.object({}),
  everySeconds: 30,
  run: async (context) => {
    const { db, clock, enqueue } = context
    const now = clock.now()
    await eachApart(context, await store.lockDue(db, now), {
      job: 'dataset.start_due',
      unitOf: ({ tenant_id }) => tenant_id,
      work: async (due) => {
        if (due.is_due) {
          const refresh_id = await store.addDue(db, due)
          await enqueue(startKind, { refresh_id }, { tenantId: due.tenant_id, slot: refresh_id })
        }
        await store.planNextRefresh(db, due, nextRun(due, due.timezone, now))
      },
      postpone: (due) => store.planNextRefresh(db, due, anHourAfter(now)),
    })
  },
})

const checkKind = { ...followKind, name: 'dataset.look' }

/**
 * Checks a new data set, which has the name of its report until then, and every hour those that have a schedule or an owner, so that
 * failures at the service become known. A new one whose check fails is tried for an hour.
 */
const checkAllDatasets = job({
  name: 'dataset.look_at_all',
  scope: 'platform',
  isolation: 'enqueues',
  input: z.object({}),
  everySeconds: 600,
  run: async ({ db, enqueue }) => {
    for (const { tenant_id, id: dataset_id } of await store.datasetsToCheck(db))
      await enqueue(checkKind, { dataset_id }, { tenantId: tenant_id })
  },
})

export function datasetJobs({ embedding }: { embedding: Embedding }): AnyJob[] {
  const refreshes = createRefreshes({ embedding })
  return [
    startDue,
    checkAllDatasets,
    waitingJob({ ...startKind, run: (context, { refresh_id }) => refreshes.startWaiting(context, refresh_id) }),
    waitingJob({
      ...followKind,
      retries: 8,
      run: (context, { dataset_id }) => refreshes.followOnce(context, dataset_id),
    }),
    // A failed check is not retried: the next hour checks again.
    waitingJob({
      ...checkKind,
      retries: 0,
      run: (context, { dataset_id }) => refreshes.checkDataset(context, dataset_id).catch(() => undefined),
    }),
  ]
}
