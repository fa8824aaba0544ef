import { fail } from '#platform/contract/failure.ts'
import { type FeatureRoutes, handle } from '#platform/server/http/route.ts'
import { resource } from '#platform/server/resource.ts'
import { type Interval, makeWeek, shift, shiftCalls } from '../contract.ts'
import { areApart } from './rules.ts'
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
  mustBeApart(fields.hours)
  return { status: true as const, id: await records.add(context, fields) }
})

const update = handle(shiftCalls.update, async (context, written) => {
  if (written.hours) mustBeApart(written.hours)
  await records.change(context, written)
  return { status: true as const }
})

function mustBeApart(hours: readonly Interval[]): void {
  if (!areApart(hours)) fail('shift.hours_overlap', { fields: { hours: 'shift.hours_overlap' } })
}

export const shiftRoutes: FeatureRoutes = { feature: 'shifts', routes: [list, file, select, read, add, update, remove] }
