import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { definedFields } from '#platform/server/defined-fields.ts'
import { handle, type Route, type WriteContext } from '#platform/server/http/route.ts'
import { resource } from '#platform/server/resource.ts'
import { startRuns } from '#features/automation/tasks/server/commands.ts'
import { runTrigger, trigger, triggerCalls } from '../contract.ts'
import { faultOf, nextRun, type Plan } from './rules.ts'
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
  mustRun(fields)
  const id = await records.add(context, fields)
  await plan(context, id)
  return { status: true as const, id }
})

const update = handle(triggerCalls.update, async (context, changed) => {
  const before = (await records.find(context, changed.id)) as unknown as InputOf<typeof triggerCalls.add>
  mustRun({ ...before, ...definedFields(changed) })
  await records.change(context, changed)
  await plan(context, changed.id)
  return { status: true as const }
})

function mustRun(sent: Plan): void {
  const field = faultOf(sent)
  if (field !== null) fail('trigger.never_runs', { fields: { [field]: 'trigger.never_runs' } })
}

async function plan({ db, clock }: WriteContext, id: string): Promise<void> {
  const found = (await store.findPlan(db, id)) ?? fail('call.not_found')
  await store.storeNext(db, id, found.zone, nextRun(found, found.zone, clock.now()))
}

const run = handle(runTrigger, async (context, { id }) => {
  const { name } = await records.find(context, id)
  const tasks = await startRuns(context, { trigger_id: id, slot: null, cause: 'person' })
  await context.audit({ target: { type: 'trigger', id, name }, after: { tasks } })
  return { status: true as const, tasks }
})

export const routes: Route[] = [list, file, select, read, add, update, remove, run]
