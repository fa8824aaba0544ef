// The dry run of a task: its query as it would have been asked on earlier days, and what each repeat policy would have told. A pure
// function for each day, no I/O; the caller keeps what one day leaves for the next. Next: dry-run-route.ts, states.ts.
import { DateTime } from 'luxon'
import { z } from 'zod'
import { taskStates } from '#catalogue/limits.ts'
import { dryRunPolicies, stateReasons, states, type TaskVariable } from '../contract.ts'
import { cellText, outcomeOf, placeholdersOf, type Row } from './rules.ts'
import { evaluateStates, type StateCondition, type StateEvaluation } from './states.ts'
import type { Language } from '#catalogue/languages.ts'

const moment = z.iso.datetime().transform((text) => new Date(text))
const shortText = z.string().max(64)

const past = z.object({
  last_value: shortText.nullable(),
  last_result: shortText.nullable(),
  once_per_week: moment.nullable(),
  once_per_month: moment.nullable(),
  states: z
    .array(
      z.object({
        row_key: shortText,
        state: z.enum(states),
        reason: z.enum(stateReasons),
        since: moment,
        recent: z.string().max(taskStates.runs),
        cleared: z.number().int(),
      }),
    )
    .max(taskStates.rows + 1),
})

/** What the days before leave for the next one. */
export type Past = z.output<typeof past>

export const noPast: Past = {
  last_value: null,
  last_result: null,
  once_per_week: null,
  once_per_month: null,
  states: [],
}

/** The past as the caller keeps it between two calls. It decides about their own dry run only. */
export const writtenPast = (value: Past): string => JSON.stringify(value)

/** Null: it is not what `writtenPast` wrote. */
export function readPast(text: string): Past | null {
  try {
    return past.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** The query asks for another answer on another day: it has a variable that is counted from today. */
export function asksForDay(dax: string, variables: readonly TaskVariable[]): boolean {
  const days = variables.filter(({ substitution }) => substitution === 'day').map(({ name }) => name)
  return placeholdersOf(dax).some((name) => days.includes(name))
}

/** The day that was `back` days before today, and its noon in the time zone of the business unit. */
export function dayBack(today: string, zone: string, back: number): { day: string; at: Date } {
  const local = DateTime.fromISO(today, { zone }).minus({ days: back })
  return { day: local.toISODate() ?? today, at: local.set({ hour: 12 }).toJSDate() }
}

type Day = { at: Date; zone: string; language: Language }
type Found = Extract<StateEvaluation, { problem: null }>

/** One day of a dry run: the state after it, and which policies would have told. */
export function dryDay(rows: readonly Row[], task: StateCondition, before: Past, { at, zone, language }: Day) {
  const found = evaluateStates(rows, task, {
    lastValue: before.last_value,
    states: new Map(before.states.map((state) => [state.row_key, { ...state, label: '' }])),
    now: at,
    isStepped: false,
  })
  if (found.problem !== null) return found
  const result = found.result ?? before.last_result
  const counted = { matched: found.matched.length, result }
  const tells = dryRunPolicies.filter((policy) => {
    const notified_at = policy === 'once_per_week' || policy === 'once_per_month' ? before[policy] : null
    return outcomeOf(policy, counted, { last_result: before.last_result, notified_at }, at, zone) === 'notified'
  })
  const after: Past = {
    last_value: found.lastValue,
    last_result: result,
    once_per_week: tells.includes('once_per_week') ? at : before.once_per_week,
    once_per_month: tells.includes('once_per_month') ? at : before.once_per_month,
    states: found.states.map(({ label: _, ...state }) => state),
  }
  const value = cellText(found.cell, language)
  return { problem: null, after, state: wholeStateOf(found), matched: found.matched.length, value, tells }
}

/** The state of the whole task comes first. An answer without rows that keeps the state of a task without one is ok. */
const wholeStateOf = ({ states: [whole] }: Found) => whole?.state ?? 'ok'
