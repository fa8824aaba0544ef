// Dates and numbers as a person reads them: DD/MM/YYYY everywhere, a 12-hour clock in en-US, the zone of the business unit.
import { useContext, useMemo } from 'react'
import type { Language } from '#catalogue/languages.ts'
import { dayIn, knownZone, type LocalTime, makeLocalTime } from '#platform/contract/local-time.ts'
import { SessionContext } from '../session/use-session.ts'
import { useLanguage } from './language.ts'

export type Formats = LocalTime & {
  /** The hour of the day, 0 to 23. */
  hour: (instant: Date) => number
  /** A calendar day of the wire, YYYY-MM-DD, which has no zone. */
  day: (day: string) => string
  /** The day with its weekday, as the language writes it at the start of a sentence: Quinta-feira, 31 de dezembro de 2026. */
  longDay: (day: string) => string
  /** The distance of an instant from another one, such as “2 hours ago”. */
  ago: (instant: Date, from: Date) => string
  /** The day and the time of day, the day as a word near `from`: “today 10:00 PM”, “tomorrow 08:00”, else the date. */
  soon: (instant: Date, from: Date) => string
  number: (value: number, options?: Intl.NumberFormatOptions) => string
}

/** The longest unit of which there is at least one, and how many of it. Less than a minute is “now”. */
function inUnit(seconds: number): [number, Intl.RelativeTimeFormatUnit] {
  const units = [
    ['year', 365 * 86_400],
    ['month', 30 * 86_400],
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ] as const
  const found = units.find(([, length]) => Math.abs(seconds) >= length)
  return found ? [Math.trunc(seconds / found[1]), found[0]] : [0, 'second']
}

/** `timezone` is an IANA name; undefined is the browser's own. */
export function makeFormats(language: Language, timezone: string | undefined): Formats {
  const hours = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', hourCycle: 'h23', ...knownZone(timezone) })
  const distance = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const long = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' })
  const local = makeLocalTime(language, timezone)
  const dayOf = (instant: Date) => Date.parse(dayIn(knownZone(timezone).timeZone, instant))
  return {
    ...local,
    hour: (instant) => Number(hours.format(instant)),
    day: (day) => day.split('-').toReversed().join('/'),
    ago: (instant, from) => distance.format(...inUnit((instant.getTime() - from.getTime()) / 1000)),
    soon: (instant, from) => {
      const days = (dayOf(instant) - dayOf(from)) / 86_400_000
      return `${days === 0 || days === 1 ? distance.format(days, 'day') : local.date(instant)} ${local.time(instant)}`
    },
    longDay: (day) => long.format(new Date(day)).replace(/^./u, (first) => first.toLocaleUpperCase(language)),
    number: (value, options) => new Intl.NumberFormat(language, options).format(value),
  }
}

/** Example: `const { dateTime } = useFormats()`. */
export function useFormats(): Formats {
  const language = useLanguage()
  const timezone = useContext(SessionContext)?.timezone
  return useMemo(() => makeFormats(language, timezone), [language, timezone])
}
