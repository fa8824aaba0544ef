// Starts runs of tasks, for triggers and for persons. Next: task-runs.ts (what a run does).
import { randomUUID } from 'node:crypto'
import { taskBatches } from '#catalogue/limits.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { JobContext } from '#platform/server/jobs/job.ts'
import { batchKind, runKind } from './job-kinds.ts'
import * as store from './store.ts'

export { webhookSecretPurpose } from './job-kinds.ts'

/** How late the enabled tasks of some triggers may still run, each limit of a trigger once. */
export const lateLimitsOf = store.lateLimitsOf

type Starting = { db: Database; enqueue: JobContext['enqueue'] }

/**
 * The runs of the enabled tasks of a trigger. `planned`: the instant, of which each task has one run; null: a person starts them. `state`:
 * `missed`, they are recorded and not run.
 */
export type StartedRuns = Omit<store.NewRuns, 'slot'>

/**
 * Stores and enqueues the runs of the enabled tasks of some triggers, with the commit. Runs of a business unit are enqueued in batches, and the
 * business units get their turns in order. Answers the number of runs.
 */
export async function startRuns({ db, enqueue }: Starting, started: readonly StartedRuns[]): Promise<number> {
  const runs = await store.addRuns(
    db,
    started.map((each) => ({ ...each, slot: each.planned?.at.toISOString() ?? randomUUID() })),
  )
  const waiting = runs.filter(({ state }) => state === 'waiting')
  for (const [tenantId, own] of Map.groupBy(waiting, ({ tenant_id }) => tenant_id)) {
    for (let from = 0; from < own.length; from += taskBatches.runs) {
      const run_ids = own.slice(from, from + taskBatches.runs).map(({ id }) => id)
      const [first = ''] = run_ids
      await enqueue(batchKind, { run_ids }, { tenantId, slot: first, group: tenantId })
    }
  }
  return runs.length
}

/** Stores and enqueues one run of a task. Answers its id. */
export async function startRun({ db, enqueue }: Starting, taskId: string): Promise<string | null> {
  const run_id = await store.addRun(db, { task_id: taskId, slot: randomUUID() })
  if (run_id) await enqueue(runKind, { run_id }, { slot: run_id })
  return run_id
}
