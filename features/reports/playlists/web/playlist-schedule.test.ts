import { describe, expect, it } from 'vitest'
import { isDue, localTime, nextItem } from './playlist-schedule.ts'

const zone = 'America/Sao_Paulo'
// 22 November 2026 is a Sunday. São Paulo is three hours behind UTC.
const sundayNoon = new Date('2026-11-22T15:00:00Z')

const item = (id: string, hours: { day: 1 | 7; from: string; to: string }[] = []) => ({ id, hours })

describe('the hours of an item', () => {
  it('are evaluated in the time zone of the business unit', () => {
    expect(localTime(sundayNoon, zone)).toEqual({ day: 7, time: '12:00' })
    expect(localTime(new Date('2026-11-23T02:30:00Z'), zone)).toEqual({ day: 7, time: '23:30' })
    expect(localTime(new Date('2026-11-23T03:00:00Z'), zone)).toEqual({ day: 1, time: '00:00' })
  })

  it('include their beginning and not their end, and last until midnight with 24:00', () => {
    const dateAt = (time: string) => new Date(`2026-11-22T${time}:00-03:00`)
    const hours = [{ day: 7 as const, from: '12:00', to: '13:00' }]
    expect(['11:59', '12:00', '12:59', '13:00'].map((time) => isDue(hours, dateAt(time), zone))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(isDue([{ day: 7, from: '23:00', to: '24:00' }], dateAt('23:59'), zone)).toBe(true)
    expect(isDue([], dateAt('03:00'), zone)).toBe(true)
  })

  it('continue after midnight when they end before they begin', () => {
    const hours = [{ day: 7 as const, from: '22:00', to: '06:00' }]
    const due = (time: string) => isDue(hours, new Date(time), zone)
    expect(due('2026-11-22T21:59:00-03:00')).toBe(false)
    expect(due('2026-11-22T23:00:00-03:00')).toBe(true)
    expect(due('2026-11-23T05:59:00-03:00')).toBe(true)
    expect(due('2026-11-23T06:00:00-03:00')).toBe(false)
    expect(due('2026-11-22T05:00:00-03:00')).toBe(false)
  })

  it('follow a change of daylight-saving time', () => {
    const hours = [{ day: 7 as const, from: '03:00', to: '04:00' }]
    // On 29 March 2026 clocks in Lisbon go from 01:00 to 02:00 at 01:00 UTC.
    expect(isDue(hours, new Date('2026-03-29T02:30:00Z'), 'Europe/Lisbon')).toBe(true)
    expect(isDue(hours, new Date('2026-03-22T02:30:00Z'), 'Europe/Lisbon')).toBe(false)
  })
})

describe('the next item', () => {
  const items = [item('a'), item('b', [{ day: 1, from: '08:00', to: '18:00' }]), item('c')]

  it('is the first one that is due, from the start again at the end', () => {
    expect(nextItem(items, null, sundayNoon, zone)?.id).toBe('a')
    expect(nextItem(items, 'a', sundayNoon, zone)?.id).toBe('c')
    expect(nextItem(items, 'c', sundayNoon, zone)?.id).toBe('a')
    expect(nextItem(items, 'a', new Date('2026-11-23T15:00:00Z'), zone)?.id).toBe('b')
  })

  it('is the same one if no other is due, and null if none is due', () => {
    expect(nextItem([item('a')], 'a', sundayNoon, zone)?.id).toBe('a')
    expect(nextItem([items[1] ?? item('b')], null, sundayNoon, zone)).toBeNull()
    expect(nextItem([], null, sundayNoon, zone)).toBeNull()
  })

  it('starts from the beginning when the present one was removed', () => {
    expect(nextItem(items, 'gone', sundayNoon, zone)?.id).toBe('a')
  })
})
