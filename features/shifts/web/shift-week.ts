// The days of the week and hours as a person reads them: Sunday first and a 12-hour clock in en-US, Monday first elsewhere.
import { useMemo } from 'react'
import { useLanguage } from '#platform/web/language/language.ts'
import { type Interval, type Weekday, weekdays } from '../contract.ts'

export type Week = {
  days: readonly Weekday[]
  nameOf: (day: Weekday, length?: 'long' | 'short') => string
  /** "seg–sex 08:00–18:00, sáb 08:00–12:00" */
  inWords: (hours: readonly Interval[]) => string
}

export function useWeek(): Week {
  const language = useLanguage()
  return useMemo(() => makeWeek(language), [language])
}

export function makeWeek(language: string): Week {
  const days = language === 'en-US' ? [7, ...weekdays.slice(0, 6)].map(asDay) : weekdays
  const nameOf: Week['nameOf'] = (day, length = 'long') =>
    // The first of January 2024 was a Monday.
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

/** Neighbouring days with the same hours, together. */
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
