import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DueEvent, dueOf, noticeOf, resultsOf, type Targets, timesOf } from './rules.ts'

const start = Date.parse('2026-11-26T12:00Z')
const after = (minutes: number) => new Date(start + minutes * 60_000)
const opened = after(0)
const event = (minutes: number, part: Partial<DueEvent>): DueEvent => ({
  at: after(minutes),
  by_handler: true,
  is_answer: true,
  waits: false,
  status: null,
  ...part,
})
const always = {
  timezone: 'UTC',
  hours: ([1, 2, 3, 4, 5, 6, 7] as const).map((day) => ({ day, from: '00:00', to: '24:00' })),
  closedDays: new Set<string>(),
}
const hour = 3_600_000
const targets = { firstAnswer: hour, resolution: 4 * hour }
const dueAfter = (events: DueEvent[]) => {
  const { first_answer, resolution } = dueOf(timesOf(opened, events), always, targets)
  return [first_answer, resolution].map((due) => due && (due.getTime() - start) / 60_000)
}

describe('working time of a ticket', () => {
  it.each([
    ['counts from the opening', [], [60, 240]],
    ['has no first answer after one, and goes on without waiting', [event(30, {})], [null, 240]],
    ['stops while the ticket waits', [event(30, { waits: true })], [null, null]],
    ['goes on with the reply', [event(30, { waits: true }), event(90, { by_handler: false })], [null, 300]],
    ['goes on with an answer that does not wait', [event(30, { waits: true }), event(90, {})], [null, 300]],
    ['stops with the resolution', [event(30, { is_answer: false, status: 'closed' })], [null, null]],
    [
      'goes on with the reopening',
      [
        event(30, { is_answer: false, status: 'closed' }),
        event(90, { by_handler: false, is_answer: false, status: 'open' }),
      ],
      [120, 300],
    ],
    ['keeps a due time that was over before the ticket waited', [event(250, { waits: true })], [null, 240]],
    ['ignores a new status that resolves nothing', [event(30, { is_answer: false, status: 'on_going' })], [60, 240]],
  ] as const)('%s', (_, events, expected) => {
    expect(dueAfter([...events])).toEqual(expected)
  })

  it('agrees with a count minute by minute for any course of a ticket', () => {
    const step = fc.record({
      minutes: fc.integer({ min: 1, max: 90 }),
      by_handler: fc.boolean(),
      is_answer: fc.boolean(),
      waits: fc.boolean(),
      status: fc.constantFrom('open', 'on_going', 'closed', null),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        let at = 0
        const events = steps
          .filter(({ is_answer, status }) => is_answer || status !== null)
          .map(({ minutes, ...part }) =>
            event((at += minutes), { ...part, waits: part.waits && part.by_handler && part.is_answer }),
          )
        // The model: at each minute, the last event that says something about it decides.
        const isCounted = (minute: number) => {
          const past = events.filter((each) => each.at <= after(minute))
          const status = past.findLast((each) => each.status !== null)?.status
          const speaker = past.findLast((each) => each.is_answer || each.status !== null)
          return status !== 'closed' && !(speaker?.is_answer && speaker.waits)
        }
        const minutes = Array.from({ length: 1_200 }, (_, minute) => minute).filter(isCounted)
        const isAnswered = events.some((each) => each.is_answer && each.by_handler)
        const dueMinute = (count: number) => (minutes[count - 1] === undefined ? null : (minutes[count - 1] ?? 0) + 1)
        expect(dueAfter(events)).toEqual([isAnswered ? null : dueMinute(60), dueMinute(240)])
      }),
      { numRuns: 300, seed: 11 },
    )
  })
})

describe('the notification about a due time', () => {
  const none = { notice: null, notice_at: null, due_at: null }
  const due = { first_answer: after(60), resolution: after(240), soon: after(48) }
  const told = (before: Parameters<typeof noticeOf>[0], minutes: number, tellsLate = true) =>
    noticeOf(before, due, { now: after(minutes), tellsLate })

  it('is planned near the due time, and at it when it is over already', () => {
    expect(told(none, 1)).toEqual({ notice: 'soon', notice_at: after(48) })
    expect(told(none, 61)).toEqual({ notice: 'overdue', notice_at: after(60) })
  })

  it('is not sent for what was over before the rules changed', () => {
    expect(told(none, 61, false)).toEqual({ notice: null, notice_at: null })
  })

  it('stays as planned while the due time is the same', () => {
    expect(told({ notice: 'overdue', notice_at: after(60), due_at: after(60) }, 50)).toEqual({
      notice: 'overdue',
      notice_at: after(60),
    })
  })
})

describe('the result of a ticket', () => {
  const resultsAfter = (events: DueEvent[], rules: { calendar: typeof always; targets: Targets } | null) => {
    const { first_answer_in_time, resolved_in_time } = resultsOf(
      timesOf(opened, events),
      events.at(-1)?.status === 'closed',
      rules,
    )
    return [first_answer_in_time, resolved_in_time]
  }
  const rules = { calendar: always, targets }
  const closing = (minutes: number) => event(minutes, { is_answer: false, status: 'closed' })

  it.each([
    ['is unknown before an answer', [], [null, null]],
    ['is in time at the due time itself', [event(60, {}), closing(240)], [true, true]],
    ['is late a minute later', [event(61, {}), closing(241)], [false, false]],
    ['does not count the time in which the ticket waits', [event(30, { waits: true }), closing(900)], [true, true]],
    ['counts the time before the ticket waited', [event(250, { waits: true }), closing(900)], [false, false]],
    ['has no first answer when nobody answered', [closing(10)], [null, true]],
  ] as const)('%s', (_, events, expected) => {
    expect(resultsAfter([...events], rules)).toEqual(expected)
  })

  it('is unknown without rules or without a target', () => {
    const events = [event(30, {}), closing(100)]
    expect(resultsAfter(events, null)).toEqual([null, null])
    expect(resultsAfter(events, { ...rules, targets: { firstAnswer: null, resolution: null } })).toEqual([null, null])
  })
})
