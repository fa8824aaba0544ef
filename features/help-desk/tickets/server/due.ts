// The due times of tickets: stored with each change, computed again by a job when the rules change. Next: rules.ts (dueOf).
import type { JobContext } from '#platform/server/jobs/job.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import {
  calendarOf,
  nextWorkingTime,
  type ServiceRules,
  targetsOf,
  workingMs,
} from '#features/help-desk/service-levels/server/queries.ts'
import type { DueKind } from '../contract.ts'
import * as store from './due-store.ts'
import { type Due, dueOf, noticeOf, resultsOf, timesOf } from './rules.ts'

const none: Due = { first_answer: null, resolution: null, soon: null }

/** Stores what the ticket waits for and when it is due, after each change of it in the same transaction. */
export async function refreshDue(db: Database, id: string, now: Date): Promise<void> {
  const facts = await store.factsOf(db, id)
  if (facts) await store.storeDue(db, computed(facts, { now, tellsLate: true }))
}

/** Computes the due times again that come from earlier rules. Answers false when some are left. */
export async function refreshStale({ db, clock }: Pick<JobContext, 'db' | 'clock'>): Promise<boolean> {
  const { rows, isWhole } = await store.lockStale(db)
  for (const facts of rows) await store.storeDue(db, computed(facts, { now: clock.now(), tellsLate: false }))
  return isWhole
}

function computed(facts: store.DueFacts, how: { now: Date; tellsLate: boolean }): store.StoredDue {
  const { id, priority, status, created_at, events, rules } = facts
  const times = timesOf(
    created_at,
    events.map((event) => ({ ...event, at: new Date(event.at) })),
  )
  const applied = rules && { calendar: calendarOf(rules), targets: targetsOf(rules, priority) }
  const due = applied === null || status === 'closed' ? none : dueOf(times, applied.calendar, applied.targets)
  return {
    id,
    waiting: times.waiting,
    ...resultsOf(times, status === 'closed', applied),
    first_answer_due_at: due.first_answer,
    resolution_due_at: due.resolution,
    due_rules: rules?.stamp ?? null,
    ...noticeOf(facts, due, how),
  }
}

/** Whether the instant is working time, or else when the next one begins; null: never. */
export const workingFrom = (rules: ServiceRules | null, now: Date): Date | null => {
  const next = rules && nextWorkingTime(calendarOf(rules), now.getTime())
  return next === null ? null : new Date(next)
}

const minuteMs = 60_000

type DueRow = { first_answer_due_at: Date | null; due_at: Date | null }

/** The next due time with the working time that is left, for an answer. */
export function dueAnswer({ due_at, first_answer_due_at }: DueRow, rules: ServiceRules | null, now: Date) {
  if (due_at === null || rules === null) return null
  const kind: DueKind = first_answer_due_at?.getTime() === due_at.getTime() ? 'first_answer' : 'resolution'
  const left = workingMs(calendarOf(rules), now.getTime(), due_at.getTime())
  return { kind, at: due_at, minutes_left: Math.ceil(left / minuteMs) }
}
