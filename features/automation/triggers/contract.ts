// Triggers: the times at which tasks run. A trigger may have many tasks, and a task many triggers.
import { z } from 'zod'
import { day, flag, id, instant, namedRecord, text, timeOfDay } from '#catalogue/fields.ts'
import { maxTasks } from '#catalogue/limits.ts'
import { alsoOn, call } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { done } from '#platform/contract/list.ts'
import { weekday } from '#platform/contract/week.ts'

export const frequencies = ['daily', 'weekly', 'monthly'] as const
export type Frequency = (typeof frequencies)[number]

/** The last day of every month, because a day that a month does not have counts as its last one. */
export const lastDay = 31

/** The maximum number of times a day, which is also the maximum for refreshes of a data set. */
const maxTimes = 48

/** The times of what runs by itself, also of other nouns. */
export const scheduleFields = {
  frequency: z.enum(frequencies),
  /** The weekdays of a weekly trigger. */
  days: z.array(weekday).max(7),
  /** The days of a monthly trigger. In a month without such a day the last day of the month counts. */
  month_days: z.array(z.number().int().min(1).max(lastDay)).max(lastDay),
  times: z.array(timeOfDay()).min(1).max(maxTimes),
  /** The time zone as an IANA name; null: the time zone of the business unit. */
  timezone: z.string().max(64).nullable(),
  starts_on: day().nullable(),
  ends_on: day().nullable(),
}

export const trigger = entity({
  noun: 'trigger',
  title: ['trigger', 'triggers'],
  fields: {
    name: text(80),
    enabled: flag(),
    ...scheduleFields,
  },
  computed: {
    tasks: z.array(namedRecord),
    next_at: instant().nullable(),
  },
  sorts: ['name', 'next_at', 'created_at'],
  filters: {},
})

const calls = crudCalls('auth/auto_actions/triggers', trigger)

/** The tasks that the trigger starts. The caller who names them must be allowed to change tasks; absent: they stay as they are. */
const task_ids = z.array(id()).max(maxTasks).optional()

export const triggerCalls = {
  ...calls,
  /** The picker of triggers is also used by the form of a task, so that its call belongs to two screens. */
  select: alsoOn(calls.select, 'auto_actions'),
  add: { ...calls.add, input: calls.add.input.extend({ task_ids }) },
  update: { ...calls.update, input: calls.update.input.extend({ task_ids }) },
}

/** The number of runs that the form of a trigger shows. */
export const shownRuns = 5

export const previewRuns = call({
  method: 'POST',
  path: 'auth/auto_actions/triggers/next',
  summary: 'The next runs of a trigger that is being edited. Stores nothing.',
  access: 'trigger.read',
  does: 'read',
  input: z.object(trigger.fields).omit({ name: true, enabled: true }),
  answers: z.object({
    /** The time zone of the runs: that of the trigger, or of the business unit. */
    timezone: z.string(),
    runs: z.array(
      z.object({
        at: instant(),
        /** The local time for which the run is planned. It differs from that of `at` where a clock change skips it. */
        time: timeOfDay(),
        clock_change: z.enum(['skipped', 'repeated']).nullable(),
      }),
    ),
  }),
})

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
