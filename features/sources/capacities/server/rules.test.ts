import { describe, expect, it } from 'vitest'
import type { Interval } from '#platform/contract/week.ts'
import { isIdle, isScheduled, nextSwitch } from './rules.ts'

const office = ([1, 2, 3, 4, 5] as const).map((day): Interval => ({ day, from: '08:00', to: '18:00' }))
const every = (from: string, to: string) => ([1, 2, 3, 4, 5, 6, 7] as const).map((day): Interval => ({ day, from, to }))
const switchAfter = (hours: Interval[], zone: string, after: string) =>
  nextSwitch(hours, zone, new Date(after))?.toISOString() ?? null

describe('the schedule of a capacity', () => {
  // 16 November 2026 is a Monday; São Paulo is three hours behind UTC.
  it.each([
    ['before the day begins', office, '2026-11-16T10:59:00Z', '2026-11-16T11:00:00.000Z', false],
    ['at its first instant', office, '2026-11-16T11:00:00Z', '2026-11-16T21:00:00.000Z', true],
    ['at its end', office, '2026-11-16T21:00:00Z', '2026-11-17T11:00:00.000Z', false],
    ['over the weekend', office, '2026-11-20T21:00:00Z', '2026-11-23T11:00:00.000Z', false],
    ['in a night', [{ day: 7, from: '22:00', to: '06:00' }], '2026-11-16T05:00:00Z', '2026-11-16T09:00:00.000Z', true],
    ['in adjacent hours', [{ day: 1, from: '08:00', to: '12:00' }, { day: 1, from: '12:00', to: '18:00' }], '2026-11-16T14:00:00Z', '2026-11-16T21:00:00.000Z', true],
    ['in hours of two days that meet at midnight', [{ day: 1, from: '20:00', to: '24:00' }, { day: 2, from: '00:00', to: '04:00' }], '2026-11-17T01:00:00Z', '2026-11-17T07:00:00.000Z', true],
    ['without hours', [], '2026-11-16T05:00:00Z', null, false],
    ['with every hour', every('00:00', '24:00'), '2026-11-16T05:00:00Z', null, true],
  ] as const)('%s', (_, hours, instant, expected, runs) => {
    expect(switchAfter([...hours], 'America/Sao_Paulo', instant)).toBe(expected)
    expect(isScheduled(hours, 'America/Sao_Paulo', new Date(instant))).toBe(runs)
  }) // prettier-ignore

  // New York skips 02:00–03:00 on 8 March 2026 and repeats 01:00–02:00 on 1 November 2026.
  it('starts at the end of an hour that the clocks skip, and once in an hour that comes twice', () => {
    const zone = 'America/New_York'
    expect(switchAfter(every('02:30', '12:00'), zone, '2026-03-08T06:00:00Z')).toBe('2026-03-08T07:30:00.000Z')
    expect(switchAfter(every('01:30', '12:00'), zone, '2026-11-01T04:00:00Z')).toBe('2026-11-01T05:30:00.000Z')
    expect(switchAfter(every('01:30', '12:00'), zone, '2026-11-01T06:00:00Z')).toBe('2026-11-01T17:00:00.000Z')
  })

  it('keeps its local hour after a clock change', () => {
    const zone = 'Europe/Berlin'
    expect(switchAfter(every('08:00', '18:00'), zone, '2026-10-24T17:00:00Z')).toBe('2026-10-25T07:00:00.000Z')
    expect(switchAfter(every('08:00', '18:00'), zone, '2026-10-23T17:00:00Z')).toBe('2026-10-24T06:00:00.000Z')
  })
})

describe('the pause of a capacity without readers', () => {
  const now = new Date('2026-11-16T12:00:00Z')
  const idleFor = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  it.each([
    [{ inactive_minutes: 30, state: 'running', last_used: idleFor(30) }, true],
    [{ inactive_minutes: 30, state: 'running', last_used: idleFor(29) }, false],
    [{ inactive_minutes: null, state: 'running', last_used: idleFor(9_999) }, false],
    [{ inactive_minutes: 30, state: 'starting', last_used: idleFor(60) }, false],
    [{ inactive_minutes: 30, state: 'paused', last_used: idleFor(60) }, false],
  ] as const)('%j: %s', (used, expected) => {
    expect(isIdle(used, now)).toBe(expected)
  })
})
