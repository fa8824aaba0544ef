import { describe, expect, it } from 'vitest'
import { faultOf, occurrencesOf, type Plan } from './rules.ts'

const once: Plan = {
  recurrence: 'once',
  first_day: '2026-11-23',
  last_day: null,
  days: [],
  from_time: '22:00',
  to_time: '23:30',
}
const iso = (found: { starts_at: Date; ends_at: Date }[]) =>
  found.map(({ starts_at, ends_at }) => `${starts_at.toISOString()} ${ends_at.toISOString()}`)
const now = new Date('2026-11-22T12:00:00Z')

describe('the occurrences of a maintenance window', () => {
  it('of one that happens once: local times, none when it is over', () => {
    expect(iso(occurrencesOf(once, 'America/Sao_Paulo', now))).toEqual([
      '2026-11-24T01:00:00.000Z 2026-11-24T02:30:00.000Z',
    ])
    expect(occurrencesOf(once, 'America/Sao_Paulo', new Date('2026-11-24T02:30:00Z'))).toEqual([])
    expect(iso(occurrencesOf({ ...once, last_day: '2026-11-25' }, 'UTC', now))).toEqual([
      '2026-11-23T22:00:00.000Z 2026-11-25T23:30:00.000Z',
    ])
  })

  it('of a weekly one: over midnight, across a clock change, until its last day', () => {
    const weekly: Plan = {
      recurrence: 'weekly',
      first_day: '2026-10-17',
      last_day: '2026-10-31',
      days: [6],
      from_time: '23:00',
      to_time: '01:30',
    }
    // Madrid changes its clock on 25 October at 03:00: the window of the 24th is not longer, that of the 31st begins an hour later in UTC.
    expect(iso(occurrencesOf(weekly, 'Europe/Madrid', new Date('2026-10-18T12:00:00Z')))).toEqual([
      '2026-10-24T21:00:00.000Z 2026-10-24T23:30:00.000Z',
      '2026-10-31T22:00:00.000Z 2026-11-01T00:30:00.000Z',
    ])
  })

  it('includes a weekly one that began yesterday and goes on', () => {
    const weekly: Plan = {
      ...once,
      recurrence: 'weekly',
      first_day: '2026-01-01',
      days: [6],
      from_time: '20:00',
      to_time: '13:00',
    }
    expect(iso(occurrencesOf(weekly, 'UTC', now))[0]).toBe('2026-11-21T20:00:00.000Z 2026-11-22T13:00:00.000Z')
  })

  it('must end after it begins, and a weekly one needs a day', () => {
    expect(faultOf(once)).toBeNull()
    expect(faultOf({ ...once, to_time: '22:00' })).toBe('to_time')
    expect(faultOf({ ...once, last_day: '2026-11-22' })).toBe('last_day')
    expect(faultOf({ ...once, recurrence: 'weekly' })).toBe('days')
    expect(faultOf({ ...once, recurrence: 'weekly', days: [1], to_time: '01:00' })).toBeNull()
  })
})
