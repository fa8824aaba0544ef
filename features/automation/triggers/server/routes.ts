import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { definedFields } from '#platform/server/defined-fields.ts'
import { handle, type Route, rows, type WriteContext } from '#platform/server/http/route.ts'
import { resource } from '#platform/server/resource.ts'
import { may } from '#platform/server/session/actor.ts'
import { maxTriggersOfTask } from '#features/automation/tasks/contract.ts'
import { startRuns } from '#features/automation/tasks/server/commands.ts'
import { previewRuns, runTrigger, shownRuns, trigger, triggerCalls } from '../contract.ts'
import { faultOf, nextRun, nextRuns, type Schedule } from './rules.ts'
import * as store from './store.ts'

const {
  list,
  export: file,
  select,
  read,
  remove,
  records,
} = resource(trigger, triggerCalls, {
  table: 'triggers',
  computed: store.computed,
  sorts: store.sorts,
  written: {
    days: (days: number[]) => days.join(', '),
    month_days: (days: number[]) => days.join(', '),
    times: (times: string[]) => times.join(', '),
    tasks: (tasks: { name: string }[]) => tasks.map(({ name }) => name).join(', '),
  },
})

const add = handle(triggerCalls.add, async (context, fields) => {
  mustHaveRuns(fields)
  if (fields.task_ids?.length) await lockTasks(context, fields.task_ids)
  const id = await records.add(context, fields)
  if (fields.task_ids?.length) await setTasks(context, id, fields.task_ids)
  await storeNextRun(context, id)
  return { status: true as const, id }
})

const update = handle(triggerCalls.update, async (context, sent) => {
  const { db } = context
  const task_ids = sent.task_ids && [...new Set(sent.task_ids)].toSorted()
  const changed = { ...sent, task_ids }
  if (task_ids) await lockTasks(context, task_ids)
  const before = (await records.find(context, changed.id)) as unknown as InputOf<typeof triggerCalls.add>
  mustHaveRuns({ ...before, ...definedFields(changed) })
  const beside = { task_ids: await store.tasksOf(db, changed.id) }
  await records.change(context, changed, beside)
  if (task_ids) await setTasks(context, changed.id, task_ids)
  await storeNextRun(context, changed.id)
  return { status: true as const }
})

/**
 * Locks the tasks that a trigger is to start, before the trigger: the form of a task locks in this order as well. A caller who may not change
 * tasks, as in remote access, cannot choose them here either.
 */
async function lockTasks({ db, actor }: WriteContext, ids: readonly string[]): Promise<void> {
  if (!may(actor, 'task.update')) fail('access.functionality_refused')
  await store.lockTasks(db, ids)
}

async function setTasks({ db }: WriteContext, id: string, taskIds: readonly string[]): Promise<void> {
  await store.setTasks(db, id, taskIds)
  if (await store.hasTaskWithMore(db, id, maxTriggersOfTask)) fail('call.invalid', { fields: { task_ids: 'invalid' } })
}

function mustHaveRuns(schedule: Schedule): void {
  const field = faultOf(schedule)
  if (field !== null) fail('trigger.never_runs', { fields: { [field]: 'trigger.never_runs' } })
}

async function storeNextRun({ db, clock }: WriteContext, id: string): Promise<void> {
  const schedule = (await store.findSchedule(db, id)) ?? fail('call.not_found')
  await store.storeNextRun(db, id, schedule.zone, nextRun(schedule, schedule.zone, clock.now()))
}

const run = handle(runTrigger, async (context, { id }) => {
  const { name } = await records.find(context, id)
  const tasks = await startRuns(context, [{ trigger_id: id, cause: 'person', planned: null }])
  await context.audit({ target: { type: 'trigger', id, name }, after: { tasks } })
  return { status: true as const, tasks }
})

const preview = rows(
  previewRuns,
  ({ timezone }) => store.zoneQuery(timezone),
  ([found], { clock }, input) => {
    if (!found) fail('settings.timezone_unknown', { fields: { timezone: 'invalid' } })
    const schedule = { ...input, enabled: true }
    mustHaveRuns(schedule)
    const runs = nextRuns(schedule, found.zone, clock.now(), shownRuns)
    return { timezone: found.zone, runs: runs.map(({ change, ...each }) => ({ ...each, clock_change: change })) }
  },
)

export const routes: Route[] = [list, file, select, read, add, update, remove, run, preview]
