// Shifts: named weekly hours during which the assigned people have access, in the business unit's time zone.
// The assignment is a field of the person (features/users). open_session() checks the hours on every call.
import { z } from 'zod'
import { text, timeOfDay } from '#catalogue/fields.ts'
import { alsoOn } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'

/** ISO days: Monday is 1. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
export type Weekday = (typeof weekdays)[number]

const interval = z.object({ day: z.literal(weekdays), from: timeOfDay(), to: timeOfDay() })
export type Interval = z.output<typeof interval>

export const shift = entity({
  noun: 'shift',
  title: ['shift', 'shifts'],
  fields: { name: text(80), hours: z.array(interval).min(1).max(70) },
  computed: { people: z.number().int() },
  sorts: ['name', 'people', 'created_at'],
  filters: {},
})

const calls = crudCalls('auth/shifts', shift)
/** The form of a person needs the picker, too. */
export const shiftCalls = { ...calls, select: alsoOn(calls.select, 'user') }

/** Days with overlapping intervals, or an interval that ends before it begins. Adjacent intervals are valid. A night shift is two intervals. */
export const daysAtFault = (hours: readonly Interval[]): Weekday[] =>
  weekdays.filter((day) => {
    const ofDay = hours.filter((interval) => interval.day === day).toSorted((a, b) => a.from.localeCompare(b.from))
    return ofDay.some(({ from, to }, at) => from >= to || to > (ofDay[at + 1]?.from ?? '24:00'))
  })

export type Week = {
  days: readonly Weekday[]
  nameOf: (day: Weekday, length?: 'long' | 'short') => string
  /** "seg–sex 08:00–18:00, sáb 08:00–12:00" */
  inWords: (hours: readonly Interval[]) => string
}

/** Formats days and hours for a language. The week starts on Sunday in en-US, otherwise on Monday. */
export function makeWeek(language: string): Week {
  const days = language === 'en-US' ? [7, ...weekdays.slice(0, 6)].map(asDay) : weekdays
  const nameOf: Week['nameOf'] = (day, length = 'long') =>
    // 1 January 2024 was a Monday.
    new Intl.DateTimeFormat(language, { weekday: length, timeZone: 'UTC' })
      .format(Date.UTC(2024, 0, day))
      .replace(/\.$/, '')
  return {
    days,
    nameOf,
    inWords: (hours) =>
      groups(hours, days)
        .map((group) => phraseOf(group, nameOf))
        .join(', '),
  }
}

const asDay = (day: number): Weekday => weekdays.find((known) => known === day) ?? 1

type Group = { days: Weekday[]; hours: string }

/** Groups adjacent days with the same hours. */
function groups(hours: readonly Interval[], days: readonly Weekday[]): Group[] {
  const found: Group[] = []
  for (const day of days) {
    const ofDay = hours.filter((interval) => interval.day === day).toSorted((a, b) => a.from.localeCompare(b.from))
    const text = ofDay.map(({ from, to }) => `${from}–${to}`).join(' ')
    const last = found.at(-1)
    if (last?.hours === text) last.days.push(day)
    else found.push({ days: [day], hours: text })
  }
  return found.filter((group) => group.hours !== '')
}

function phraseOf({ days, hours }: Group, nameOf: Week['nameOf']): string {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return hours
  const name = first === last ? nameOf(first, 'short') : `${nameOf(first, 'short')}–${nameOf(last, 'short')}`
  return `${name} ${hours}`
}
