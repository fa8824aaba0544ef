import { fail } from '#platform/contract/failure.ts'
import { type Route, handle } from '#platform/server/http/route.ts'
import { resource } from '#platform/server/resource.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import { daysAtFault, type Interval, makeWeek } from '#platform/contract/week.ts'
import { shift, shiftCalls } from '../contract.ts'
import { people } from './store.ts'

const {
  list,
  export: file,
  select,
  read,
  remove,
  records,
} = resource(shift, shiftCalls, {
  table: 'shifts',
  computed: { people },
  sorts: { people },
  written: { hours: (hours: Interval[], { language }) => makeWeek(language).inWords(hours) },
})

const add = handle(shiftCalls.add, async (context, fields) => {
  checkNoOverlap(fields.hours)
  return { status: true as const, id: await records.add(context, fields) }
})

const update = handle(shiftCalls.update, async (context, written) => {
  const { actor, announce } = context
  if (written.hours) checkNoOverlap(written.hours)
  await records.change(context, written)
  // Open pages of people outside the new hours call the server again and are signed out; their embed tokens are revoked.
  if (written.hours) await announce({ kind: 'access_changed', tenantId: tenantOf(actor), reportIds: [] })
  return { status: true as const }
})

function checkNoOverlap(hours: readonly Interval[]): void {
  if (daysAtFault(hours).length > 0) fail('shift.hours_overlap', { fields: { hours: 'shift.hours_overlap' } })
}

export const routes: Route[] = [list, file, select, read, add, update, remove]
