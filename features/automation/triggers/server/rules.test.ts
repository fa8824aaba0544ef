import fc from 'fast-check'
import { DateTime } from 'luxon'
import { describe, expect, it } from 'vitest'
import { dueRuns, faultOf, nextRun, nextRuns, type Schedule } from './rules.ts'
import { frequencies } from '../contract.ts'

const schedule = (overrides: Partial<Schedule>): Schedule => ({
  enabled: true,
  frequency: 'daily',
  days: [],
  month_days: [],
  times: ['08:00'],
  starts_on: null,
  ends_on: null,
  ...overrides,
})

/** Returns the next runs as local times. */
function runs(runSchedule: Schedule, zone: string, after: string, maxRuns: number): string[] {
  const found: string[] = []
  let instant = new Date(after)
  while (found.length < maxRuns) {
    const followingRun = nextRun(runSchedule, zone, instant)
    if (followingRun === null) break
    found.push(DateTime.fromJSDate(followingRun, { zone }).toFormat('yyyy-LL-dd HH:mm'))
    instant = followingRun
  }
  return found
}

describe('the runs of a trigger', () => {
  it('are every day, on days of the week, or on days of the month, in local time', () => {
    const now = '2026-11-23T12:00:00Z'
    expect(runs(schedule({ times: ['18:00', '08:00'] }), 'America/Sao_Paulo', now, 3)).toEqual([
      '2026-11-23 18:00',
      '2026-11-24 08:00',
      '2026-11-24 18:00',
    ])
    expect(runs(schedule({ frequency: 'weekly', days: [1, 5] }), 'America/Sao_Paulo', now, 3)).toEqual([
      '2026-11-27 08:00',
      '2026-11-30 08:00',
      '2026-12-04 08:00',
    ])
    expect(runs(schedule({ frequency: 'monthly', month_days: [1, 15] }), 'UTC', now, 2)).toEqual([
      '2026-12-01 08:00',
      '2026-12-15 08:00',
    ])
  })

  it('J7: a day that a month does not have is its last day, once, also in a leap year', () => {
    const last = schedule({ frequency: 'monthly', month_days: [29, 30, 31] })
    expect(runs(last, 'UTC', '2027-01-31T09:00:00Z', 4)).toEqual([
      '2027-02-28 08:00',
      '2027-03-29 08:00',
      '2027-03-30 08:00',
      '2027-03-31 08:00',
    ])
    expect(runs(last, 'UTC', '2028-01-31T09:00:00Z', 1)).toEqual(['2028-02-29 08:00'])
  })

  it.each([
    ['Europe/Lisbon', '2026-03-28T12:00:00Z', '01:30', ['2026-03-29 02:30', '2026-03-30 01:30']],
    ['Europe/Lisbon', '2026-10-24T12:00:00Z', '01:30', ['2026-10-25 01:30', '2026-10-26 01:30']],
    ['America/New_York', '2026-03-07T12:00:00Z', '02:30', ['2026-03-08 03:30', '2026-03-09 02:30']],
    ['America/New_York', '2026-10-31T12:00:00Z', '01:30', ['2026-11-01 01:30', '2026-11-02 01:30']],
  ])('J7: run once at a clock change in %s (%s)', (zone, after, time, expected) => {
    expect(runs(schedule({ times: [time] }), zone, after, 2)).toEqual(expected)
  })

  it('begin and end on their days', () => {
    const christmas = schedule({ starts_on: '2026-12-24', ends_on: '2026-12-25' })
    expect(runs(christmas, 'UTC', '2026-11-23T12:00:00Z', 5)).toEqual(['2026-12-24 08:00', '2026-12-25 08:00'])
    expect(nextRun(schedule({ enabled: false }), 'UTC', new Date())).toBeNull()
    expect(nextRun(schedule({ starts_on: '2099-12-31' }), 'UTC', new Date())).toEqual(new Date('2099-12-31T08:00:00Z'))
  })

  it('come later than the instant, in order, for random schedules', () => {
    const anySchedule = fc.record({
      frequency: fc.constantFrom('daily' as const, 'weekly' as const, 'monthly' as const),
      days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      month_days: fc.uniqueArray(fc.integer({ min: 1, max: 31 }), { minLength: 1 }),
      times: fc.uniqueArray(fc.constantFrom('00:00', '01:30', '02:30', '12:00', '23:59'), { minLength: 1 }),
    })
    const zones = fc.constantFrom('America/Sao_Paulo', 'Europe/Lisbon', 'America/New_York', 'Pacific/Apia')
    fc.assert(
      fc.property(
        anySchedule,
        zones,
        fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
        (fields, zone, after) => {
          const followingRun = nextRun(schedule(fields), zone, after)
          expect(followingRun).not.toBeNull()
          expect(Number(followingRun)).toBeGreaterThan(after.getTime())
          expect(Number(followingRun) - after.getTime()).toBeLessThan(33 * 86_400_000)
        },
      ),
    )
  })
})

it('a schedule without days, or with an end before its start, never runs', () => {
  expect(faultOf(schedule({}))).toBeNull()
  expect(faultOf(schedule({ frequency: 'weekly' }))).toBe('days')
  expect(faultOf(schedule({ frequency: 'monthly' }))).toBe('month_days')
  expect(faultOf(schedule({ starts_on: '2026-02-02', ends_on: '2026-02-01' }))).toBe('ends_on')
})

describe('instants that no process ran in time', () => {
  const hourly: Schedule = {
    enabled: true,
    frequency: 'daily',
    days: [],
    month_days: [],
    times: ['08:00', '09:00', '10:00'],
    starts_on: null,
    ends_on: null,
  }
  const at = (text: string) => new Date(`${text}Z`)
  const due = (first: string, now: string, schedule = hourly) => dueRuns(schedule, 'UTC', at(first), at(now))

  it('are none when the run starts within five minutes', () => {
    expect(due('2026-11-20T08:00', '2026-11-20T08:05')).toEqual({
      run: { at: at('2026-11-20T08:00'), missed: null },
      tooOld: null,
    })
  })

  it('are counted with their span by the run of the latest instant', () => {
    expect(due('2026-11-20T08:00', '2026-11-20T10:01')).toEqual({
      run: {
        at: at('2026-11-20T10:00'),
        missed: { count: 2, from: at('2026-11-20T08:00'), until: at('2026-11-20T09:00') },
      },
      tooOld: null,
    })
  })

  it('are recorded and not run when they are older than 24 hours', () => {
    expect(due('2026-11-18T09:00', '2026-11-20T08:30')).toEqual({
      run: {
        at: at('2026-11-20T08:00'),
        missed: { count: 3, from: at('2026-11-19T09:00'), until: at('2026-11-20T08:00') },
      },
      tooOld: {
        at: at('2026-11-19T08:00'),
        missed: { count: 3, from: at('2026-11-18T09:00'), until: at('2026-11-19T08:00') },
      },
    })
    const patient = dueRuns(hourly, 'UTC', at('2026-11-18T09:00'), at('2026-11-20T08:30'), 72)
    expect([patient.tooOld, patient.run?.missed?.count]).toEqual([null, 6])
    const over = due('2026-11-18T09:00', '2026-11-20T11:30', { ...hourly, ends_on: '2026-11-18' })
    expect([over.run, over.tooOld?.missed?.count]).toEqual([null, 2])
  })
})

/** A local time on the day of a clock change, the instant of its run, and what the change does to it. */
const clockChanges: [zone: string, day: string, time: string, at: string, change: 'skipped' | 'repeated' | null][] = [
  ['Europe/Lisbon', '2027-03-28', '01:30', '2027-03-28T01:30Z', 'skipped'],
  ['Europe/Lisbon', '2027-03-28', '00:59', '2027-03-28T00:59Z', null],
  ['Europe/Lisbon', '2027-10-31', '01:30', '2027-10-31T00:30Z', 'repeated'],
  ['Europe/Lisbon', '2027-10-31', '02:00', '2027-10-31T02:00Z', null],
  ['Europe/Madrid', '2027-03-28', '02:00', '2027-03-28T01:00Z', 'skipped'],
  ['Europe/Madrid', '2027-10-31', '02:59', '2027-10-31T00:59Z', 'repeated'],
  ['America/New_York', '2027-03-14', '02:30', '2027-03-14T07:30Z', 'skipped'],
  ['America/New_York', '2027-03-14', '03:00', '2027-03-14T07:00Z', null],
  ['America/New_York', '2027-11-07', '01:30', '2027-11-07T05:30Z', 'repeated'],
  // The clock is moved at midnight: the day begins at 01:00.
  ['Africa/Cairo', '2027-04-30', '00:30', '2027-04-29T22:30Z', 'skipped'],
  ['Africa/Cairo', '2027-10-28', '23:30', '2027-10-28T20:30Z', 'repeated'],
  // The clock is moved by half an hour.
  ['Australia/Lord_Howe', '2027-10-03', '02:15', '2027-10-02T15:45Z', 'skipped'],
  ['Australia/Lord_Howe', '2027-04-04', '01:45', '2027-04-03T14:45Z', 'repeated'],
  ['America/Santiago', '2027-09-05', '00:30', '2027-09-05T04:30Z', 'skipped'],
  // A zone without clock changes, and one that had them until 2019.
  ['America/Sao_Paulo', '2027-11-07', '00:30', '2027-11-07T03:30Z', null],
  ['America/Sao_Paulo', '2018-11-04', '00:30', '2018-11-04T03:30Z', 'skipped'],
  ['America/Sao_Paulo', '2019-02-16', '23:30', '2019-02-17T01:30Z', 'repeated'],
]

describe.each(frequencies)('J7: the planned runs of a %s trigger', (frequency) => {
  it.each(clockChanges)('in %s on %s at %s are at %s: %s', (zone, day, time, at, change) => {
    const local = DateTime.fromISO(day, { zone })
    const days = { days: [local.weekday], month_days: [local.day], starts_on: day }
    const planned = schedule({ frequency, times: [time], ...days })
    const [first, second] = nextRuns(planned, zone, local.minus({ days: 2 }).toJSDate(), 2)
    expect(first).toEqual({ at: new Date(at), time, change })
    // The next run is at the usual time again, a day, a week or a month later.
    const unit = frequency === 'daily' ? 'day' : frequency === 'weekly' ? 'week' : 'month'
    const next = DateTime.fromISO(day, { zone: 'UTC' }).plus({ [unit]: 1 })
    const found = DateTime.fromJSDate(second?.at ?? new Date(Number.NaN), { zone })
    expect([found.toFormat('yyyy-LL-dd HH:mm'), second?.change]).toEqual([
      `${next.toFormat('yyyy-LL-dd')} ${time}`,
      null,
    ])
  })
})

it('the planned runs are one where a skipped time meets another, and none after the last day', () => {
  const both = schedule({ times: ['02:30', '03:30'], starts_on: '2027-03-14', ends_on: '2027-03-14' })
  expect(nextRuns(both, 'America/New_York', new Date('2027-03-01T00:00Z'), 5)).toEqual([
    { at: new Date('2027-03-14T07:30Z'), time: '02:30', change: 'skipped' },
  ])
})
