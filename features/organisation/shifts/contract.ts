// Shifts: named weekly hours during which the assigned people have access, in the business unit's time zone.
// The assignment is a field of the person (features/people/users). open_session() checks the hours on every call.
import { z } from 'zod'
import { text } from '#catalogue/fields.ts'
import { alsoOn } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { interval } from '#platform/contract/week.ts'

export const shift = entity({
  noun: 'shift',
  title: ['shift', 'shifts'],
  fields: { name: text(80), hours: z.array(interval).min(1).max(70) },
  computed: { people: z.number().int() },
  sorts: ['name', 'people', 'created_at'],
  filters: {},
})

const calls = crudCalls('auth/shifts', shift)
/** The calls of shifts; people who may edit users may also call `select`, because the form of a person has a picker of shifts. */
export const shiftCalls = { ...calls, select: alsoOn(calls.select, 'user') }
