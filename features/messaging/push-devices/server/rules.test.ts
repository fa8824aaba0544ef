import fc from 'fast-check'
import { DateTime } from 'luxon'
import { describe, expect, it } from 'vitest'
import { quietUntil } from './rules.ts'

const sao = 'America/Sao_Paulo'
const night = { quiet_from: '22:00', quiet_to: '07:00' }

describe('quiet hours', () => {
  it.each([
    // What · from · to · zone · now (local) · end (local)
    ['of a day, inside', '12:00', '14:00', sao, '2026-11-26T12:30', '2026-11-26T14:00'],
    ['of a day, at the begin', '12:00', '14:00', sao, '2026-11-26T12:00', '2026-11-26T14:00'],
    ['of a day, at the end', '12:00', '14:00', sao, '2026-11-26T14:00', null],
    ['of a day, before', '12:00', '14:00', sao, '2026-11-26T11:59', null],
    ['over midnight, in the evening', '22:00', '07:00', sao, '2026-11-26T23:30', '2026-11-27T07:00'],
    ['over midnight, in the morning', '22:00', '07:00', sao, '2026-11-27T00:00', '2026-11-27T07:00'],
    ['over midnight, just before the end', '22:00', '07:00', sao, '2026-11-27T06:59', '2026-11-27T07:00'],
    ['over midnight, at the end', '22:00', '07:00', sao, '2026-11-27T07:00', null],
    ['over midnight, in the day', '22:00', '07:00', sao, '2026-11-27T12:00', null],
    ['until midnight', '22:00', '00:00', sao, '2026-11-26T23:59', '2026-11-27T00:00'],
    ['in Tokyo', '22:00', '07:00', 'Asia/Tokyo', '2026-11-27T03:00', '2026-11-27T07:00'],
    ['in Kathmandu', '22:00', '07:00', 'Asia/Kathmandu', '2026-11-27T03:00', '2026-11-27T07:00'],
    // In Lisbon clocks go from 01:00 to 02:00 on 29 March 2026, and from 02:00 to 01:00 on 25 October 2026.
    ['in the shorter night', '22:00', '07:00', 'Europe/Lisbon', '2026-03-29T00:30', '2026-03-29T07:00'],
    ['in the longer night', '22:00', '07:00', 'Europe/Lisbon', '2026-10-25T00:30', '2026-10-25T07:00'],
    ['that end in the skipped hour', '22:00', '01:30', 'Europe/Lisbon', '2026-03-29T00:30', '2026-03-29T02:30'],
    ['that begin in the skipped hour', '01:30', '07:00', 'Europe/Lisbon', '2026-03-29T02:15', null],
  ])('%s', (_, quiet_from, quiet_to, timezone, now, end) => {
    const at = (local: string) => DateTime.fromISO(local, { zone: timezone }).toJSDate()
    expect(quietUntil(at(now), { quiet_from, quiet_to, timezone })).toEqual(end === null ? null : at(end))
  })

  it('end at the first of two equal times of a longer night', () => {
    const now = DateTime.fromISO('2026-10-24T23:00', { zone: 'Europe/Lisbon' }).toJSDate()
    const end = quietUntil(now, { quiet_from: '22:00', quiet_to: '01:30', timezone: 'Europe/Lisbon' })
    expect(end?.toISOString()).toBe('2026-10-25T00:30:00.000Z')
  })

  it.each([
    ['without hours', { quiet_from: null, quiet_to: null, timezone: sao }],
    ['without a zone', { ...night, timezone: null }],
    ['of no length', { quiet_from: '22:00', quiet_to: '22:00', timezone: sao }],
    ['of an unknown zone', { ...night, timezone: 'Moon/Base' }],
  ])('%s are none', (_, hours) => {
    expect(quietUntil(new Date('2026-11-27T03:00:00Z'), hours)).toBeNull()
  })

  it('end later than now, within a day and an hour, and are over at their end', () => {
    const time = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
    const zone = fc.constantFrom(sao, 'Europe/Lisbon', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/New_York')
    const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(instant, time, time, zone, (now, quiet_from, quiet_to, timezone) => {
        const hours = { quiet_from, quiet_to, timezone }
        const end = quietUntil(now, hours)
        if (end === null) return
        expect(end.getTime()).toBeGreaterThan(now.getTime())
        expect(end.getTime() - now.getTime()).toBeLessThanOrEqual(25 * 3_600_000)
        expect(quietUntil(end, hours)).toBeNull()
      }),
    )
  })
})
