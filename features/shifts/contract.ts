// Shifts: named weekly hours in which the people assigned to them may be signed in, in the business unit's own time.
// Whom they hold for stands with the people (features/users). They are judged by open_session(), at every call.
import { z } from 'zod'
import { text, timeOfDay } from '#catalogue/fields.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'

/** ISO days: Monday is 1. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
export type Weekday = (typeof weekdays)[number]

const interval = z.object({ day: z.literal(weekdays), from: timeOfDay(), to: timeOfDay() })
export type Interval = z.output<typeof interval>

export const shift = entity({
  noun: 'shift',
  title: ['shift', 'shifts'],
  fields: { name: text(80), hours: z.array(interval).min(1).max(70) },
  computed: { people: z.number().int() },
  sorts: ['name', 'people', 'created_at'],
  filters: {},
})

export const shiftCalls = crudCalls('auth/shifts', shift)
