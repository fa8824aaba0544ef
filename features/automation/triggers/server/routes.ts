import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { definedFields } from '#platform/server/defined-fields.ts'
import { handle, type Route, type WriteContext } from '#platform/server/http/route.ts'
import { resource } from '#platform/server/resource.ts'
import { startRuns } from '#features/automation/tasks/server/commands.ts'
import { runTrigger, trigger, triggerCalls } from '../contract.ts'
import { faultOf, nextRun, type Schedule } from './rules.ts'
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
  const id = await records.add(context, fields)
  await storeNextRun(context, id)
  return { status: true as const, id }
})

const update = handle(triggerCalls.update, async (context, changed) => {
  const before = (await records.find(context, changed.id)) as unknown as InputOf<typeof triggerCalls.add>
  mustHaveRuns({ ...before, ...definedFields(changed) })
  await records.change(context, changed)
  await storeNextRun(context, changed.id)
  return { status: true as const }
})

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
  const tasks = await startRuns(context, { trigger_id: id, cause: 'person', planned: null })
  await context.audit({ target: { type: 'trigger', id, name }, after: { tasks } })
  return { status: true as const, tasks }
})

export const routes: Route[] = [list, file, select, read, add, update, remove, run]
