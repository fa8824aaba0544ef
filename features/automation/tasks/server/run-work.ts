// What the steps of a run share. Each step works on several runs of a business unit in one transaction, with few statements.
import type { JobContext, WaitingJobContext } from '#platform/server/jobs/job.ts'
import type { DataAnswer, ReportData } from '#features/reports/dax-queries/server/commands.ts'
import * as silences from './silence-store.ts'
import { type ActiveSilences, activeSilencesAt, pausedKeysOf } from './silences.ts'
import * as store from './store.ts'

export type Ground = Pick<WaitingJobContext, 'transaction' | 'clock' | 'log' | 'isLastAttempt' | 'signal'>
export type UnitContext = Omit<JobContext, 'tenantId'> & { tenantId: string }

/** An answer, and whether the run asked for it itself. */
export type Asked = { answer: DataAnswer; isNew: boolean }

/** A run at work: its task, the data that the owner may read, and the answers so far by the key of their identity. */
export type Work = { task: store.TaskToRun; data: ReportData; answers: Map<string, Asked> }

export function inUnit(context: JobContext): UnitContext {
  if (context.tenantId === null) throw new Error('a task runs in a business unit')
  return { ...context, tenantId: context.tenantId }
}

export type Silenced = { active: ActiveSilences; paused: ReadonlySet<string> }

/** The silences and the paused rows of some tasks that hold now, for the transaction in which they tell. */
export async function activeSilencesOf(
  { db, clock }: UnitContext,
  tasks: readonly Pick<store.TaskToRun, 'task_id' | 'timezone'>[],
): Promise<(taskId: string) => Silenced> {
  const found = await silences.silencesOf(
    db,
    tasks.map(({ task_id }) => task_id),
  )
  const now = clock.now()
  const zones = new Map(tasks.map(({ task_id, timezone }) => [task_id, timezone]))
  return (taskId) => {
    const own = found.get(taskId) ?? []
    return { active: activeSilencesAt(own, now, zones.get(taskId) ?? 'UTC'), paused: pausedKeysOf(own) }
  }
}

/**
 * Locks some runs with their tasks. `current`: those that still wait. `changed`: the answer of a query counts only for the version of the task
 * that asked it, so these begin again.
 */
export async function lockCurrent<T extends { task: store.TaskToRun }>(
  { db }: UnitContext,
  works: readonly T[],
): Promise<{ current: (T & { notification: store.NotificationSettings })[]; changed: T[] }> {
  const locked = await store.lockToNotify(
    db,
    works.map(({ task }) => task.run_id),
  )
  const current: (T & { notification: store.NotificationSettings })[] = []
  const changed: T[] = []
  for (const work of works) {
    const notification = locked.get(work.task.run_id)
    if (notification?.version === work.task.version) current.push({ ...work, notification })
    else if (notification) changed.push(work)
  }
  return { current, changed }
}

export const tellsPeople = ({ channels }: Pick<store.NotificationSettings, 'channels'>): boolean =>
  channels.includes('portal') || channels.includes('email')
