import { describe, expect, it } from 'vitest'
import { faultOf, occurrencesOf, type MaintenancePlan } from './rules.ts'

const once: MaintenancePlan = {
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
  it('of a window that occurs once have its local times, and end with it', () => {
    expect(iso(occurrencesOf(once, 'America/Sao_Paulo', now))).toEqual([
      '2026-11-24T01:00:00.000Z 2026-11-24T02:30:00.000Z',
    ])
    expect(occurrencesOf(once, 'America/Sao_Paulo', new Date('2026-11-24T02:30:00Z'))).toEqual([])
    expect(iso(occurrencesOf({ ...once, last_day: '2026-11-25' }, 'UTC', now))).toEqual([
      '2026-11-23T22:00:00.000Z 2026-11-25T23:30:00.000Z',
    ])
  })

  it('of a weekly window cross midnight and a clock change, until its last day', () => {
    const weekly: MaintenancePlan = {
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

  it('include the occurrence of a weekly window that began yesterday and has not ended', () => {
    const weekly: MaintenancePlan = {
      ...once,
      recurrence: 'weekly',
      first_day: '2026-01-01',
      days: [6],
      from_time: '20:00',
      to_time: '13:00',
    }
    expect(iso(occurrencesOf(weekly, 'UTC', now))[0]).toBe('2026-11-21T20:00:00.000Z 2026-11-22T13:00:00.000Z')
  })

  it('of a skipped or repeated hour: as localInstant says, and none without a length', () => {
    // Madrid skips 02:00 to 03:00 on 28 March 2027 and repeats it on 31 October 2027.
    const spring = { ...once, first_day: '2027-03-28', from_time: '02:30', to_time: '04:00' }
    expect(iso(occurrencesOf(spring, 'Europe/Madrid', now))).toEqual([
      '2027-03-28T01:30:00.000Z 2027-03-28T02:00:00.000Z',
    ])
    const skipped = { ...spring, to_time: '03:30' }
    expect(occurrencesOf(skipped, 'Europe/Madrid', now)).toEqual([])
    expect(faultOf(skipped, 'Europe/Madrid')).toBe('to_time')
    expect(faultOf(skipped, 'UTC')).toBeNull()
    const autumn = { ...once, first_day: '2027-10-31', from_time: '02:30', to_time: '03:00' }
    const saved = ['2026-11-22T12:00:00Z', '2027-10-30T12:00:00Z'].map((at) =>
      iso(occurrencesOf(autumn, 'Europe/Madrid', new Date(at))),
    )
    const planned = ['2027-10-31T00:30:00.000Z 2027-10-31T02:00:00.000Z']
    expect(saved).toEqual([planned, planned])
  })

  it('must end after it begins, and a weekly one needs a day', () => {
    expect(faultOf(once, 'UTC')).toBeNull()
    expect(faultOf({ ...once, to_time: '22:00' }, 'UTC')).toBe('to_time')
    expect(faultOf({ ...once, last_day: '2026-11-22' }, 'UTC')).toBe('last_day')
    expect(faultOf({ ...once, recurrence: 'weekly' }, 'UTC')).toBe('days')
    expect(faultOf({ ...once, recurrence: 'weekly', days: [1], to_time: '01:00' }, 'UTC')).toBeNull()
  })
})
