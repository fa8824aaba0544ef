// Runs that fail, and tasks that the portal stops. The people who take care of a task are told.
import { inEachLanguage } from '#catalogue/languages.ts'
import { notify } from '#features/messaging/notifications/server/commands.ts'
import type { RunProblem, StopReason } from '../contract.ts'
import { planOf } from './audience.ts'
import { readersOfTasks } from './readers.ts'
import * as recipients from './recipients-store.ts'
import { words } from './run-text.ts'
import { activeSilencesOf, tellsPeople, type UnitContext } from './run-work.ts'
import * as silences from './silence-store.ts'
import * as states from './state-store.ts'
import { wholeTask } from './states.ts'
import { forgetStates } from './withheld-store.ts'
import * as store from './store.ts'
import { tellPeople } from './tell-people.ts'

/** Ends a run whose task may not run any more, and switches the task off. */
export async function stopped(
  context: UnitContext,
  { task_id, run_id, name }: store.TaskToRun,
  reason: StopReason,
): Promise<void> {
  await store.endRuns(context.db, [{ run_id, state: 'stopped', problem: reason }])
  await store.stop(context.db, task_id, reason)
  await context.audit('task.stopped', { target: { type: 'task', id: task_id, name }, after: { stopped: reason } })
  await notifyCaretakers(context, { task_id, run_id, name, problem: reason })
}

/**
 * Ends a run that failed. The first failure after a success is told, so that a lasting one does not fill the bell. One that a silence
 * withheld was not told.
 */
export async function failed(
  context: UnitContext,
  task: store.TaskToRun,
  problem: RunProblem,
  named?: store.Ended['named'],
): Promise<void> {
  const { db } = context
  const { task_id, run_id, name, on_error } = task
  const before = await store.endedBefore(db, task_id, run_id)
  const isNew = before?.state !== 'failed' || before.withheld !== null
  const notification = (await store.lockToNotify(db, [run_id])).get(run_id)
  const silencesOf = await activeSilencesOf(context, [task])
  const isSilenced = silencesOf(task_id).active.get(wholeTask)?.reason === 'silenced'
  if (notification?.own_outcome === null && on_error !== 'keep') {
    if (on_error === 'ok') await forgetStates(db, task_id)
    await states.setWhole(db, task_id, { state: on_error === 'alarm' ? 'error' : 'ok', run_id })
    await silences.endRecovered(db, [task_id])
    if (on_error === 'alarm' && isNew) await tellOfError(context, task, notification, isSilenced)
  }
  if (problem === 'died' && on_error === 'keep') await states.setWhole(db, task_id, { state: 'error', run_id })
  const ended = { run_id, state: 'failed', problem, ...(named && { named }) } as const
  await store.endRuns(db, [isNew && isSilenced ? { ...ended, withheld: 'silenced' } : ended])
  if (isNew && !isSilenced) await notifyCaretakers(context, { task_id, run_id, name, problem })
}

/** Tells the addressees who may have the data that it could not be checked, where the author wants an alarm for it. */
async function tellOfError(
  context: UnitContext,
  { task_id, run_id }: store.TaskToRun,
  notification: store.NotificationSettings,
  isSilenced: boolean,
): Promise<void> {
  const { db } = context
  if (notification.repeat_policy === 'only_execute_dax' || !tellsPeople(notification)) return
  const readers = (await readersOfTasks(db, [{ task_id, ...notification }])).get(task_id) ?? []
  const { groups, planned } = planOf(readers, { max: readers.length, known: new Set() })
  await recipients.planRecipients(
    db,
    [run_id],
    planned.map((each) => ({ run_id, ...each })),
  )
  const people = groups.flatMap(({ userIds }) => userIds)
  if (isSilenced) {
    const settled = people.map((user_id) => ({ run_id, user_id, outcome: 'silenced' as const }))
    await recipients.settle(db, settled)
    return
  }
  const text = inEachLanguage((language) => words[language].say.error)
  await tellPeople(context, [{ notification, people, text, identity_key: null }])
}

/** Ends a run after the last attempt of its job. */
export async function givenUp(context: UnitContext, runId: string): Promise<void> {
  const [task] = await store.findWaiting(context.db, [runId])
  if (task) await failed(context, task, 'failed')
}

type TaskProblem = { task_id: string; run_id: string; name: string; problem: RunProblem }

/** Tells the administrators, and the owner of the task, that it failed or was stopped. */
async function notifyCaretakers(context: UnitContext, { task_id, run_id, name, problem }: TaskProblem): Promise<void> {
  const reason = inEachLanguage((language) => words[language].problems[problem])
  const options = { path: `/auto_actions/${task_id}`, cause: `task trouble ${run_id}` }
  await notify(context, { among: store.caretakersOf(task_id) }, 'task_failed', { task: name, reason }, options)
}
