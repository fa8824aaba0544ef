import fc from 'fast-check'
import { IANAZone } from 'luxon'
import { describe, expect, it, vi } from 'vitest'
import { daysAtFault, type Interval } from '#platform/contract/week.ts'
import { type Calendar, dueAt, longestTarget, nextWorkingTime, type Span, workingMs } from './business-time.ts'

const office = ([1, 2, 3, 4, 5] as const).map((day): Interval => ({ day, from: '08:00', to: '18:00' }))
const saoPaulo: Calendar = { timezone: 'America/Sao_Paulo', hours: office, closedDays: new Set() }
const at = (text: string) => Date.parse(text)
const hour = 3_600_000
const iso = (instant: number | null) => instant && new Date(instant).toISOString()

describe('the due time', () => {
  it.each([
    ['on the same day', '2026-11-26T10:00-03:00', 4, '2026-11-26T14:00-03:00'],
    ['over a night', '2026-11-26T16:00-03:00', 4, '2026-11-27T10:00-03:00'],
    ['over a weekend', '2026-11-27T17:00-03:00', 2, '2026-11-30T09:00-03:00'],
    ['of a ticket of the night', '2026-11-26T23:00-03:00', 1, '2026-11-27T09:00-03:00'],
    ['at the end of the hours', '2026-11-26T16:00-03:00', 2, '2026-11-26T18:00-03:00'],
  ])('%s', (_, from, hours, due) => {
    expect(iso(dueAt(saoPaulo, [{ from: at(from), to: null }], hours * hour))).toBe(iso(at(due)))
  })

  it('leaves out closed days', () => {
    const calendar = { ...saoPaulo, closedDays: new Set(['2026-11-20']) }
    const due = dueAt(calendar, [{ from: at('2026-11-19T17:00-03:00'), to: null }], 2 * hour)
    expect(iso(due)).toBe(iso(at('2026-11-23T09:00-03:00')))
  })

  it('counts only the spans, and is in none when they do not reach it', () => {
    const spans = [
      { from: at('2026-11-26T08:00-03:00'), to: at('2026-11-26T09:00-03:00') },
      { from: at('2026-11-26T15:00-03:00'), to: at('2026-11-26T16:00-03:00') },
    ]
    expect(iso(dueAt(saoPaulo, spans, 1.5 * hour))).toBe(iso(at('2026-11-26T15:30-03:00')))
    expect(dueAt(saoPaulo, spans, 3 * hour)).toBeNull()
  })

  it('does not exist without hours', () => {
    const calendar = { ...saoPaulo, hours: [] }
    expect(dueAt(calendar, [{ from: 0, to: null }], hour)).toBeNull()
    expect(nextWorkingTime(calendar, 0)).toBeNull()
  })
})

describe('rare hours', () => {
  const rare: Calendar = { ...saoPaulo, hours: [{ day: 1, from: '08:00', to: '08:15' }] }
  const span = { from: at('2026-11-26T10:00-03:00'), to: null }

  it('reach their longest target within 400 days, and nothing is computed beyond these', () => {
    const longest = longestTarget(rare.hours)
    expect(longest).toBe(14.25)
    expect(iso(dueAt(rare, [span], longest * hour))).toBe(iso(at('2027-12-27T08:15-03:00')))
    expect(dueAt(rare, [span], (longest + 0.25) * hour)).toBeNull()
    expect(longestTarget([{ day: 7, from: '22:00', to: '06:00' }])).toBe(57 * 8)
  })

  it('V5: cost few look-ups of offsets in each row after the first', () => {
    // A zone of which no other test has looked up the offsets.
    const elsewhere = { ...rare, timezone: 'America/Manaus' }
    const lookUp = vi.spyOn(IANAZone.prototype, 'offset')
    const now = at('2026-11-26T10:07-03:00')
    const count = (from: number) => {
      lookUp.mockClear()
      workingMs(elsewhere, from, from + 400 * 24 * hour)
      return lookUp.mock.calls.length
    }
    expect(count(now)).toBeGreaterThan(100)
    expect([count(now + hour), count(now + 2 * hour)].map((each) => each <= 3)).toEqual([true, true])
    lookUp.mockRestore()
  })
})

type Minute = { day: string; time: string; weekday: number }

/** The local day and time of each minute, once for each place: looking up an offset is slow. */
const lookedUp = new Map<string, Minute[]>()

function localMinutes(timezone: string, from: number, to: number): Minute[] {
  const key = `${timezone} ${from}`
  const known = lookedUp.get(key)
  if (known) return known
  const zone = IANAZone.create(timezone)
  const minutes: Minute[] = []
  for (let instant = from; instant < to; instant += 60_000) {
    const local = new Date(instant + zone.offset(instant) * 60_000)
    const text = local.toISOString()
    minutes.push({ day: text.slice(0, 10), time: text.slice(11, 16), weekday: local.getUTCDay() || 7 })
  }
  lookedUp.set(key, minutes)
  return minutes
}

/** The model: each minute is looked up by its local weekday, time and day. It shares nothing with the code but the time zones. */
const minuteByMinute = ({ timezone, hours, closedDays }: Calendar, from: number, to: number): boolean[] =>
  localMinutes(timezone, from, to).map(({ day, time, weekday }) => {
    const before = weekday === 1 ? 7 : weekday - 1
    const isIn = hours.some((each) =>
      each.from < each.to
        ? each.day === weekday && each.from <= time && time < each.to
        : (each.day === weekday && each.from <= time) || (each.day === before && time < each.to),
    )
    return isIn && !closedDays.has(day)
  })

const clock = fc.integer({ min: 0, max: 287 }).map((step) => {
  const minute = step * 5
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
})
const weekly = fc
  .array(
    fc.record({ day: fc.constantFrom(1, 2, 3, 4, 5, 6, 7), from: clock, to: fc.oneof(clock, fc.constant('24:00')) }),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((hours) => hours as Interval[])
  .filter((hours) => daysAtFault(hours).length === 0)

/** Around each of them the clocks change, by an hour or by half an hour, or a whole day is left out. */
const changes = [
  ['America/New_York', '2026-03-08T07:00Z'],
  ['America/New_York', '2026-11-01T06:00Z'],
  ['Europe/Lisbon', '2026-03-29T01:00Z'],
  ['Europe/Lisbon', '2026-10-25T01:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
  ['America/Sao_Paulo', '2018-11-04T03:00Z'],
  ['America/Sao_Paulo', '2026-11-20T03:00Z'],
  ['Asia/Kathmandu', '2026-05-05T00:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00Z'],
] as const

describe('working time agrees with a count minute by minute, also around clock changes', () => {
  const days = 9
  const cases = fc.record({
    place: fc.constantFrom(...changes),
    hours: weekly,
    closed: fc.array(fc.integer({ min: -4, max: 5 }), { maxLength: 3 }),
    /** Ends of spans, in minutes after the begin. */
    cuts: fc.uniqueArray(fc.integer({ min: 0, max: days * 1_440 }), { minLength: 2, maxLength: 8 }),
    target: fc.integer({ min: 1, max: 3_000 }),
  })

  it.each([1, 2, 3, 4])('sample %i', (seed) => {
    fc.assert(
      fc.property(cases, ({ place: [timezone, change], hours, closed, cuts, target }) => {
        const begin = at(change) - 4 * 24 * hour
        const dayAfter = (count: number) => new Date(at(change) + count * 24 * hour).toISOString().slice(0, 10)
        const calendar = { timezone, hours, closedDays: new Set(closed.map(dayAfter)) }
        const minutes = minuteByMinute(calendar, begin, begin + days * 24 * hour)
        const sorted = cuts.toSorted((one, other) => one - other)
        const instantOf = (minute: number) => begin + minute * 60_000
        const spans: Span[] = []
        for (let index = 0; index + 1 < sorted.length; index += 2) {
          spans.push({ from: instantOf(sorted[index] ?? 0), to: instantOf(sorted[index + 1] ?? 0) })
        }
        const counted = minutes.flatMap((isWorking, minute) =>
          isWorking && spans.some(({ from, to }) => from <= instantOf(minute) && instantOf(minute) < (to ?? 0))
            ? [minute]
            : [],
        )
        const last = counted[target - 1]
        expect(dueAt(calendar, spans, target * 60_000)).toBe(last === undefined ? null : instantOf(last + 1))
        const sum = spans.reduce((total, { from, to }) => total + workingMs(calendar, from, to ?? from), 0)
        expect(sum).toBe(counted.length * 60_000)
        const next = minutes.findIndex((isWorking, minute) => isWorking && minute >= (sorted[0] ?? 0))
        // Without a minute in these days, the next working time is after them.
        const found = nextWorkingTime(calendar, instantOf(sorted[0] ?? 0)) ?? Infinity
        expect(Math.min(found, begin + days * 24 * hour)).toBe(next < 0 ? begin + days * 24 * hour : instantOf(next))
      }),
      { numRuns: 60, seed },
    )
  })
})
