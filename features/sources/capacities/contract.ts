// License capacities at Azure (Power BI Embedded A/EM, Fabric F): their state, start, pause and resize, a weekly schedule, the pause after
// minutes without a view, and their costs. The account has the capacity's resource group, name and credentials. Next: server/commands.ts
// (changes and checks of the state), server/rules.ts (schedule), powerbi/server/azure.ts (Azure's API).
import { z } from 'zod'
import { flag, id, instant, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { done } from '#platform/contract/list.ts'
import { interval } from '#platform/contract/week.ts'

/**
 * States of a capacity. `unknown`: the portal has not checked it yet. `scaling`: its size changes, or Azure reports a state that the portal
 * does not know.
 */
export const capacityStates = ['unknown', 'running', 'paused', 'starting', 'pausing', 'scaling', 'failed'] as const
export type CapacityState = (typeof capacityStates)[number]

/** Why a check or a change failed. Each problem has a sentence with the next step. */
export const capacityProblems = [
  'incomplete',
  'credentials',
  'forbidden',
  'missing',
  'conflict',
  'busy',
  'unreachable',
  'refused',
  'lost',
] as const
export type CapacityProblem = (typeof capacityProblems)[number]

export const capacityActions = ['start', 'pause', 'resize'] as const
export type CapacityAction = (typeof capacityActions)[number]
export const capacityCauses = ['person', 'schedule', 'idle', 'reader', 'service'] as const
export type CapacityCause = (typeof capacityCauses)[number]

export const currencies = ['BRL', 'USD', 'EUR', 'GBP'] as const

/** The name of a size: `A1` to `A8`, `EM1` to `EM3`, `F2` to `F2048`. */
const size = () =>
  z
    .string()
    .trim()
    .max(10)
    .regex(/^(?:A|EM|F)\d{1,5}$/)

const price = z.object({ size: size(), price: z.number().positive().max(100_000) })
export type Price = z.output<typeof price>

const isOnce = (prices: readonly { size: string }[]) => new Set(prices.map((each) => each.size)).size === prices.length

export const capacity = entity({
  noun: 'capacity',
  title: ['capacity', 'capacities'],
  fields: {
    name: text(80),
    account_id: id(),
    /** Seconds between two checks of the capacity's state. */
    update_time: z.number().int().min(15).max(3_600),
    /** Minutes without a report view after which the capacity is paused; null: never. */
    inactive_minutes: z.number().int().min(5).max(1_440).nullable(),
    /** Whether the capacity starts when a reader opens one of its reports. */
    wakes: flag(),
    /** Hours of the week in which the capacity runs; empty: no schedule. */
    hours: z.array(interval).max(70),
    /** Time zone of the hours; null: that of the business unit. */
    timezone: z.string().max(64).nullable(),
    currency: z.enum(currencies),
    /** Prices of an hour by size. The administrator types them, because Azure's API does not report them. */
    prices: z.array(price).max(30).refine(isOnce),
  },
  computed: {
    account: z.string(),
    state: z.enum(capacityStates),
    size: z.string().nullable(),
    problem: z.enum(capacityProblems).nullable(),
    state_since: instant(),
    looked_at: instant().nullable(),
    /** When the schedule next starts or pauses the capacity; null: never. */
    switch_at: instant().nullable(),
  },
  sorts: ['name', 'state', 'created_at'],
  filters: {},
})

const ofId = z.object({ id: id() })
const path = 'auth/powerbi/resources'

export const capacityCalls = crudCalls(path, capacity)

export const startCapacity = call({
  method: 'POST',
  path: `${path}/start`,
  summary: 'Starts a paused capacity. Azure bills it from then on.',
  access: 'capacity.operate',
  does: 'outside',
  audit: 'capacity.started',
  input: ofId,
  answers: done,
})

export const pauseCapacity = call({
  method: 'POST',
  path: `${path}/pause`,
  summary: 'Pauses a capacity. Its reports do not open until it is started again.',
  access: 'capacity.operate',
  does: 'outside',
  audit: 'capacity.paused',
  input: ofId,
  answers: done,
})

export const resizeCapacity = call({
  method: 'POST',
  path: `${path}/resize`,
  summary: 'Changes the size of a capacity to another one of the same provider.',
  access: 'capacity.operate',
  does: 'outside',
  audit: 'capacity.resized',
  input: ofId.extend({ size: size() }),
  answers: done,
})

export const listSizes = call({
  method: 'GET',
  path: `${path}/sizes`,
  summary: 'The sizes that Azure offers for a capacity.',
  access: 'capacity.operate',
  does: 'outside',
  audit: null, // changes nothing
  input: ofId,
  answers: z.object({ sizes: z.array(z.string()) }),
})

export const listCapacityChanges = call({
  method: 'GET',
  path: `${path}/changes`,
  summary: 'The last 100 changes of a capacity, the newest first.',
  access: 'capacity.read',
  does: 'read',
  input: ofId,
  answers: z.object({
    data: z.array(
      z.object({
        id: id(),
        action: z.enum(capacityActions),
        cause: z.enum(capacityCauses),
        person: z.string().nullable(),
        size: z.string().nullable(),
        outcome: z.enum(['running', 'done', 'failed']),
        problem: z.enum(capacityProblems).nullable(),
        at: instant(),
        ended_at: instant().nullable(),
      }),
    ),
  }),
})

export const readCapacityCosts = call({
  method: 'GET',
  path: `${path}/costs`,
  summary: 'The hours for which a capacity ran in a month, by size, and what they cost at the stored prices.',
  access: 'capacity.read',
  does: 'read',
  input: ofId.extend({ month: z.string().regex(/^20\d\d-(?:0[1-9]|1[0-2])$/) }),
  answers: z.object({
    data: z.array(
      z.object({
        size: z.string(),
        hours: z.number(),
        /** The price of an hour of this size; null: no price is stored. */
        price: z.number().nullable(),
        amount: z.number().nullable(),
      }),
    ),
    currency: z.enum(currencies),
  }),
})
