// Pure decisions about tickets: kinds of files, which status a person may set, and when a ticket is due.
import { tickets as limits } from '#catalogue/limits.ts'
import { isPicture } from '#platform/server/files/images.ts'
import { type Calendar, dueAt, type Span } from '#features/help-desk/service-levels/server/queries.ts'
import type { DueKind, TicketStatus } from '../contract.ts'

const pictures: readonly string[] = ['png', 'jpg', 'jpeg', 'webp']
const texts: readonly string[] = ['csv', 'txt', 'log']

/**
 * Decides the kind of a file by its name and its first bytes; null: the file is refused. A picture is encoded again, a document is stored
 * as it was sent and can only be downloaded.
 */
export function kindOfFile(name: string, bytes: Uint8Array): 'picture' | 'document' | null {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (!name.includes('.') || !(limits.extensions as readonly string[]).includes(extension)) return null
  if (pictures.includes(extension)) return isPicture(bytes) ? 'picture' : null
  if (texts.includes(extension)) return bytes.includes(0) ? null : 'document'
  return begins(bytes, extension === 'pdf' ? '%PDF-' : 'PK\u0003\u0004') ? 'document' : null
}

const begins = (bytes: Uint8Array, sign: string) =>
  Buffer.from(bytes.subarray(0, sign.length)).toString('latin1') === sign

/**
 * Decides whether a person may set a status. The person who opened the ticket may resolve and reopen it; people who handle tickets may set
 * every status; who only watches a ticket sets none.
 */
export const maySetStatus = (status: TicketStatus, { handles, own }: { handles: boolean; own: boolean }): boolean =>
  handles || (own && status !== 'on_going')

/**
 * Returns the new status after an answer: an open ticket that a handler answers is in progress, and a resolved ticket that its person
 * answers is open again.
 */
export function statusByAnswer(
  before: TicketStatus,
  requestedStatus: TicketStatus | null,
  handles: boolean,
): TicketStatus | null {
  if (requestedStatus !== null) return requestedStatus === before ? null : requestedStatus
  if (handles) return before === 'open' ? 'on_going' : null
  return before === 'closed' ? 'open' : null
}

/** A follow-up as the due times see it. Internal notes are none. */
export type DueEvent = {
  at: Date
  by_handler: boolean
  /** True for an answer, false for a new status alone. */
  is_answer: boolean
  waits: boolean
  status: TicketStatus | null
}

export type TicketTimes = {
  /** The times in which working time counts: the ticket is neither resolved nor waiting for a reply. */
  spans: Span[]
  /** When a handler answered first; null: nobody has. */
  answeredAt: number | null
  waiting: boolean
}

/** Follows a ticket from its opening through its follow-ups, the oldest first. */
export function timesOf(openedAt: Date, events: readonly DueEvent[]): TicketTimes {
  const spans: Span[] = []
  let since: number | null = openedAt.getTime()
  let [isClosed, waiting] = [false, false]
  let answeredAt: number | null = null
  for (const { at, by_handler, is_answer, waits, status } of events) {
    if (status !== null) isClosed = status === 'closed'
    if (is_answer) waiting = by_handler && waits
    else if (status !== null) waiting = false
    if (is_answer && by_handler) answeredAt ??= at.getTime()
    const isCounted = !isClosed && !waiting
    const instant = at.getTime()
    if (since !== null && !isCounted) {
      if (instant > since) spans.push({ from: since, to: instant })
      since = null
    }
    if (isCounted) since ??= instant
  }
  if (since !== null) spans.push({ from: since, to: null })
  return { spans, answeredAt, waiting: waiting && !isClosed }
}

export type Targets = { firstAnswer: number | null; resolution: number | null }

/** The part of a target after which people who handle tickets are notified that a ticket is due soon. */
export const soonShare = 0.8

export type Due = Record<DueKind, Date | null> & {
  /** When the next due time is near. Null: there is none. */
  soon: Date | null
}

/** The due times of an unresolved ticket. A ticket that waits is due only when its time was over before. */
export function dueOf({ spans, answeredAt }: TicketTimes, calendar: Calendar, targets: Targets): Due {
  const reached = (target: number | null) => {
    const instant = target === null ? null : dueAt(calendar, spans, target)
    return instant === null ? null : new Date(instant)
  }
  const first_answer = answeredAt !== null ? null : reached(targets.firstAnswer)
  const resolution = reached(targets.resolution)
  const isFirstNext = first_answer !== null && (resolution === null || first_answer <= resolution)
  const next = isFirstNext ? targets.firstAnswer : resolution && targets.resolution
  return { first_answer, resolution, soon: reached(next === null ? null : next * soonShare) }
}

export type Results = Record<'first_answered_at', Date | null> &
  Record<'first_answer_in_time' | 'resolved_in_time', boolean | null>

/** Whether a ticket reached its targets. Null: it is not over yet, or there is no target. */
export function resultsOf(
  { spans, answeredAt }: TicketTimes,
  isResolved: boolean,
  rules: { calendar: Calendar; targets: Targets } | null,
): Results {
  const isInTime = (target: number | null | undefined, at: number | null) => {
    if (rules === null || target === null || target === undefined || at === null) return null
    const due = dueAt(rules.calendar, spans, target)
    return due === null || at <= due
  }
  return {
    first_answered_at: answeredAt === null ? null : new Date(answeredAt),
    first_answer_in_time: isInTime(rules?.targets.firstAnswer, answeredAt),
    // The last span ends with the resolution, or before it when the ticket waited.
    resolved_in_time: isInTime(rules?.targets.resolution, isResolved ? (spans.at(-1)?.to ?? null) : null),
  }
}

export type Notice = { notice: 'soon' | 'overdue' | null; notice_at: Date | null }

/**
 * The next notification about a due time. A due time that did not change keeps what was planned. Without `tellsLate`
 * nobody is notified about a due time that is over already.
 */
export function noticeOf(
  before: Notice & { due_at: Date | null },
  { first_answer, resolution, soon }: Due,
  { now, tellsLate }: { now: Date; tellsLate: boolean },
): Notice {
  const due = earlier(first_answer, resolution)
  if (due === null || soon === null) return { notice: null, notice_at: null }
  if (due.getTime() === before.due_at?.getTime()) return { notice: before.notice, notice_at: before.notice_at }
  if (due > now) return { notice: 'soon', notice_at: soon }
  return tellsLate ? { notice: 'overdue', notice_at: due } : { notice: null, notice_at: null }
}

export const earlier = (one: Date | null, other: Date | null): Date | null =>
  one === null || other === null ? (one ?? other) : one <= other ? one : other
