import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { definedFields } from '#platform/server/defined-fields.ts'
import { type Route, type WriteContext, handle, rows } from '#platform/server/http/route.ts'
import { resource } from '#platform/server/resource.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import { listUpcoming, maintenanceCalls, maintenanceWindow, readReportMaintenance } from '../contract.ts'
import { faultOf, occurrencesOf, type MaintenancePlan } from './rules.ts'
import { notifyReaders } from './commands.ts'
import * as store from './store.ts'

type NamedRecord = { name: string }
const namesOf = (found: NamedRecord[]) => found.map(({ name }) => name).join(', ')

const {
  list,
  export: file,
  select,
  read,
  records,
} = resource(maintenanceWindow, maintenanceCalls, {
  table: 'maintenance_windows',
  computed: store.computed,
  searched: ['message'],
  sorts: store.sorts,
  written: {
    days: (days: number[]) => days.join(', '),
    report_ids: (ids: string[]) => String(ids.length),
    group_ids: (ids: string[]) => String(ids.length),
    reports: namesOf,
    groups: namesOf,
  },
})

const add = handle(maintenanceCalls.add, async (context, fields) => {
  await checkWindow(context, fields)
  const id = await records.add(context, fields)
  await planOccurrences(context, id)
  return { status: true as const, id }
})

const update = handle(maintenanceCalls.update, async (context, changed) => {
  const before = (await records.find(context, changed.id)) as unknown as InputOf<typeof maintenanceCalls.add>
  await checkWindow(context, { ...before, ...definedFields(changed) })
  await records.change(context, changed)
  await planOccurrences(context, changed.id)
  return { status: true as const }
})

const remove = handle(maintenanceCalls.remove, async (context, { id }) => {
  await records.remove(context, id)
  await announce(context)
  return { status: true as const }
})

async function checkWindow(
  { db, actor }: WriteContext,
  window: MaintenancePlan & { report_ids: string[]; group_ids: string[] },
): Promise<void> {
  const field = faultOf(window, actor.timezone)
  if (field !== null) fail('maintenance_window.ends_before', { fields: { [field]: 'maintenance_window.ends_before' } })
  if (!(await store.areOwn(db, window.report_ids, window.group_ids))) fail('call.not_found')
}

async function planOccurrences(context: WriteContext, id: string): Promise<void> {
  const { db, clock } = context
  const found = (await store.findPlan(db, id)) ?? fail('call.not_found')
  await store.planAnew(db, id, found.timezone, occurrencesOf(found, found.timezone, clock.now()))
  await notifyReaders({ ...context, tenantId: tenantOf(context.actor) }, id)
  await announce(context)
}

/**
 * Sends a live event, after which open reports check whether they are in maintenance and the embed tokens of readers who are kept out are
 * revoked.
 */
const announce = ({ announce: sendEvent, actor }: WriteContext) =>
  sendEvent({ kind: 'access_changed', tenantId: tenantOf(actor), reportIds: [] })

const ofReport = rows(
  readReportMaintenance,
  ({ reportId }) => store.presentQuery(reportId),
  ([found], { clock }) => ({
    maintenance: found ? { ...found, ends_in_ms: Math.max(0, found.ends_at.getTime() - clock.now().getTime()) } : null,
  }),
)

const upcoming = rows(listUpcoming, store.upcomingQuery, (found) => ({ data: found }))

export const routes: Route[] = [list, file, select, read, add, update, remove, ofReport, upcoming]
