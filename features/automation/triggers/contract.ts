// Triggers: the times at which tasks run. A trigger may have many tasks, and a task many triggers.
import { z } from 'zod'
import { day, flag, id, instant, text, timeOfDay } from '#catalogue/fields.ts'
import { alsoOn, call } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { done } from '#platform/contract/list.ts'
import { weekday } from '#platform/contract/week.ts'

export const frequencies = ['daily', 'weekly', 'monthly'] as const
export type Frequency = (typeof frequencies)[number]

/** The maximum number of times a day, which is also the maximum for refreshes of a data set. */
const maxTimes = 48

export const trigger = entity({
  noun: 'trigger',
  title: ['trigger', 'triggers'],
  fields: {
    name: text(80),
    enabled: flag(),
    frequency: z.enum(frequencies),
    /** The weekdays of a weekly trigger. */
    days: z.array(weekday).max(7),
    /** The days of a monthly trigger. In a month without such a day the last day of the month counts. */
    month_days: z.array(z.number().int().min(1).max(31)).max(31),
    times: z.array(timeOfDay()).min(1).max(maxTimes),
    /** The time zone as an IANA name; null: the time zone of the business unit. */
    timezone: z.string().max(64).nullable(),
    starts_on: day().nullable(),
    ends_on: day().nullable(),
  },
  computed: {
    tasks: z.array(z.object({ id: id(), name: z.string() })),
    next_at: instant().nullable(),
  },
  sorts: ['name', 'next_at', 'created_at'],
  filters: {},
})

const calls = crudCalls('auth/auto_actions/triggers', trigger)
/** The picker of triggers is also used by the form of a task, so that its call belongs to two screens. */
export const triggerCalls = { ...calls, select: alsoOn(calls.select, 'auto_actions') }

export const runTrigger = call({
  method: 'POST',
  path: 'auth/auto_actions/triggers/run',
  summary: 'Runs the enabled tasks of a trigger now.',
  access: 'trigger.update',
  does: 'write',
  audit: 'trigger.run',
  input: z.object({ id: id() }),
  answers: done.extend({ tasks: z.number().int() }),
})
