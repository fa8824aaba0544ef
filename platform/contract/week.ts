// Weekly hours, days of the week and times of day: their form on the wire, their faults, and how a language writes them.
import { z } from 'zod'
import { endOfHours, timeOfDay } from '#catalogue/fields.ts'

/** ISO days: Monday is 1. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
export type Weekday = (typeof weekdays)[number]

/** The days of a week as the wire names them. */
const dayNames = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const
type DayName = (typeof dayNames)[number]

/** A day of the week: its name on the wire. */
export const weekday = z.codec(z.enum(dayNames), z.literal(weekdays), {
  decode: (name) => asDay(dayNames.indexOf(name) + 1),
  encode: (day) => dayNames[day - 1] as DayName,
})

/** `to` before `from` is on the next day: 22:00–06:00 crosses midnight. Only an end may be 24:00: a beginning at midnight is 00:00. */
export const interval = z.object({
  day: weekday,
  from: timeOfDay(),
  to: endOfHours(),
})
export type Interval = z.output<typeof interval>

const minutesOfDay = 1_440
const minutesOfWeek = 7 * minutesOfDay
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Start and length of an interval, in minutes of the week. An interval that ends before it begins ends on the next day. */
function spanOf({ day, from, to }: Interval): { start: number; length: number } {
  const length = minuteOf(to) - minuteOf(from)
  return { start: (day - 1) * minutesOfDay + minuteOf(from), length: length < 0 ? length + minutesOfDay : length }
}

/** The days with an empty interval, or with an interval that overlaps another one, also after midnight. Adjacent intervals are valid. */
export const daysAtFault = (hours: readonly Interval[]): Weekday[] => {
  const spans = hours.map((interval) => ({ day: interval.day, ...spanOf(interval) }))
  const faulty = spans.filter(
    (one, index) =>
      one.length === 0 ||
      spans.some((other, otherAt) => index !== otherAt && (begins(one, other) || begins(other, one))),
  )
  return weekdays.filter((day) => faulty.some((span) => span.day === day))
}

/** True when the second span begins within the first one. The week is a circle: the night of Sunday ends on Monday. */
const begins = (one: { start: number; length: number }, other: { start: number; length: number }) =>
  other.length > 0 && (other.start - one.start + minutesOfWeek) % minutesOfWeek < one.length

/** Hours of a day in the notation of a language: a 12-hour clock in en-US. */
export type DayClock = {
  /** `18:00`; in en-US `6:00 PM`. A text that is no time of day is unchanged. */
  shown: (time: string) => string
  /**
   * Parses a typed time to HH:MM: `8`, `8:30`, `0830`, `8 pm`. `end`: midnight is 24:00. A text that is no time is returned unchanged, and
   * the server refuses it.
   */
  read: (text: string, end?: boolean) => string
}

export function makeDayClock(language: string): DayClock {
  const has12Hours = language === 'en-US'
  return {
    shown: (time) => {
      const [, hour = '', minute = ''] = /^(\d{2}):(\d{2})$/.exec(time) ?? []
      if (!has12Hours || hour === '') return time
      return `${Number(hour) % 12 || 12}:${minute}\u00A0${Number(hour) % 24 < 12 ? 'AM' : 'PM'}`
    },
    read: (text, end = false) => {
      const [, hour, minute = '00', half] = /^\s*(\d{1,2}):?(\d{2})?\s*([ap])?\.?(?:m\.?)?\s*$/i.exec(text) ?? []
      if (hour === undefined || (half !== undefined && (Number(hour) < 1 || Number(hour) > 12))) return text
      const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
      const time = `${String(hours).padStart(2, '0')}:${minute}`
      return end && time === '00:00' ? '24:00' : time
    },
  }
}

export type Week = {
  days: readonly Weekday[]
  nameOf: (day: Weekday, length?: 'long' | 'short') => string
  /** "seg–sex 08:00–18:00, sáb 08:00–12:00"; in en-US "Mon–Fri 8:00 AM–6:00 PM". */
  inWords: (hours: readonly Interval[]) => string
}

/** The languages whose week starts on Sunday; in the others it starts on Monday. */
const sundayFirst = new Set(['pt-BR', 'en-US'])

/** Formats days and hours for a language. */
export function makeWeek(language: string): Week {
  const days = sundayFirst.has(language) ? [7, ...weekdays.slice(0, 6)].map(asDay) : weekdays
  const nameOf: Week['nameOf'] = (day, length = 'long') =>
    // 1 January 2024 was a Monday.
    new Intl.DateTimeFormat(language, { weekday: length, timeZone: 'UTC' })
      .format(Date.UTC(2024, 0, day))
      .replace(/\.$/, '')
  return {
    days,
    nameOf,
    inWords: (hours) =>
      groups(hours, days, makeDayClock(language))
        .map((group) => phraseOf(group, nameOf))
        .join(', '),
  }
}

const asDay = (day: number): Weekday => weekdays.find((known) => known === day) ?? 1

type Group = { days: Weekday[]; hours: string }

/** Groups adjacent days with the same hours. */
function groups(hours: readonly Interval[], days: readonly Weekday[], { shown }: DayClock): Group[] {
  const found: Group[] = []
  for (const day of days) {
    const ofDay = hours.filter((interval) => interval.day === day).toSorted((a, b) => a.from.localeCompare(b.from))
    const text = ofDay.map(({ from, to }) => `${shown(from)}–${shown(to)}`).join(' ')
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
