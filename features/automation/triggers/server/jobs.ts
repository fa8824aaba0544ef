import { z } from 'zod'
import { taskBatches } from '#catalogue/limits.ts'
import { anHourAfter, eachApart } from '#platform/server/jobs/each-apart.ts'
import { job, type JobContext, type JobKind } from '#platform/server/jobs/job.ts'
import { lateLimitsOf, startRuns, type StartedRuns } from '#features/automation/tasks/server/commands.ts'
import { dueRuns, nextRun } from './rules.ts'
import * as store from './store.ts'

const startDueKind = {
  name: 'trigger.start_due',
  scope: 'platform',
  isolation: 'savepoint',
  input: z.object({}),
} satisfies JobKind

/**
 * Enqueues the tasks of the triggers whose time has come. The planned instant is the slot of the runs, so that two processes start each run
 * once (J1), and so do two triggers of a task with the same instant. When several instants were missed while no process ran, one run starts
 * for all of them (J2), and says how many they were. The triggers are started together; after a failure each of them alone. When more are
 * due than one transaction takes, the next job takes them at once.
 */
export const startDueTriggers = job({
  ...startDueKind,
  everySeconds: 15,
  run: async (context) => {
    const now = context.clock.now()
    const due = await store.lockDue(context.db, now, taskBatches.triggers)
    const { name } = startDueKind
    await eachApart(context, due.length > 0 ? [due] : [], {
      job: name,
      unitOf: () => null,
      work: (all) => start(context, all, now),
      postpone: (all) =>
        eachApart(context, all, {
          job: name,
          unitOf: ({ tenant_id }) => tenant_id,
          work: (trigger) => start(context, [trigger], now),
          postpone: (trigger) => store.storeNextRuns(context.db, [{ ...trigger, next_at: anHourAfter(now) }]),
        }),
    })
    if (due.length === taskBatches.triggers) await context.enqueue(startDueKind, {})
  },
})

/** Starts what is due of some triggers, and stores their next runs. Triggers with the same times are computed once. */
async function start({ db, enqueue }: JobContext, triggers: readonly store.DueTrigger[], now: Date): Promise<void> {
  const limits = await lateLimitsOf(
    db,
    triggers.filter(({ is_due }) => is_due),
  )
  const dueOf = remembered((trigger, late_hours) => dueRuns(trigger, trigger.zone, trigger.next_at, now, late_hours))
  const nextOf = remembered((trigger) => nextRun(trigger, trigger.zone, now))
  const started: StartedRuns[] = []
  for (const trigger of triggers) {
    const { tenant_id, id, is_due } = trigger
    for (const late_hours of is_due ? (limits.get(id) ?? []) : []) {
      const { run, tooOld } = dueOf(trigger, late_hours)
      const which = { tenant_id, trigger_id: id, late_hours, cause: 'trigger' } as const
      if (tooOld?.missed) started.push({ ...which, planned: tooOld, state: 'missed' })
      if (run) started.push({ ...which, planned: run })
    }
  }
  await startRuns({ db, enqueue }, started)
  await store.storeNextRuns(
    db,
    triggers.map((trigger) => ({ ...trigger, next_at: nextOf(trigger, 0) })),
  )
}

/** Remembers the answers for triggers with the same times, which are many when much is due at the full hour. */
function remembered<Answer>(
  compute: (trigger: store.DueTrigger, late_hours: number) => Answer,
): (trigger: store.DueTrigger, late_hours: number) => Answer {
  const known = new Map<string, Answer>()
  return (trigger, late_hours) => {
    const { tenant_id: _, id: __, is_due: ___, ...times } = trigger
    const key = JSON.stringify([times, late_hours])
    const answer = known.get(key) ?? compute(trigger, late_hours)
    known.set(key, answer)
    return answer
  }
}
