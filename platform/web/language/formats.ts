// Dates and numbers as a person reads them: DD/MM/YYYY everywhere, a 12-hour clock in en-US, the zone of the business unit.
import { useContext, useMemo } from 'react'
import type { Language } from '#catalogue/languages.ts'
import { SessionContext } from '../session/use-session.ts'
import { useLanguage } from './language.ts'

export type Formats = {
  /** 31/12/2026 */
  date: (instant: Date) => string
  /** 31/12/2026 23:59, in en-US 31/12/2026 11:59 PM */
  dateTime: (instant: Date) => string
  /** 23:59, in en-US 11:59 PM */
  time: (instant: Date) => string
  /** The hour of the day, 0 to 23. */
  hour: (instant: Date) => number
  /** A calendar day of the wire, YYYY-MM-DD, which has no zone. */
  day: (day: string) => string
  /** The same day with its weekday, as the language writes it at the start of a sentence: Quinta-feira, 31 de dezembro de 2026. */
  longDay: (day: string) => string
  number: (value: number, options?: Intl.NumberFormatOptions) => string
}

/** `timezone` is an IANA name; undefined is the browser's own. */
export function makeFormats(language: Language, timezone: string | undefined): Formats {
  const zone = knownZone(timezone)
  const clock = new Intl.DateTimeFormat(language, {
    hour: language === 'en-US' ? 'numeric' : '2-digit',
    minute: '2-digit',
    hourCycle: language === 'en-US' ? 'h12' : 'h23',
    ...zone,
  })
  // en-GB gives the parts of DD/MM/YYYY with Latin digits whatever the language.
  const calendar = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', year: 'numeric', ...zone })
  const hours = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', hourCycle: 'h23', ...zone })
  const long = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' })
  const date = (instant: Date) => calendar.format(instant)
  // AM stays beside its hour; engines differ in which space they put between.
  const time = (instant: Date) => clock.format(instant).replace(/\s/g, '\u00A0')
  return {
    date,
    time,
    hour: (instant) => Number(hours.format(instant)),
    dateTime: (instant) => `${date(instant)} ${time(instant)}`,
    day: (day) => day.split('-').toReversed().join('/'),
    longDay: (day) => long.format(new Date(day)).replace(/^./u, (first) => first.toLocaleUpperCase(language)),
    number: (value, options) => new Intl.NumberFormat(language, options).format(value),
  }
}

/** An unknown time zone falls back to the browser's own, so a date is still shown. */
function knownZone(timezone: string | undefined): { timeZone?: string } {
  if (timezone === undefined) return {}
  try {
    return { timeZone: new Intl.DateTimeFormat('en-GB', { timeZone: timezone }).resolvedOptions().timeZone }
  } catch {
    return {}
  }
}

/** Example: `const { dateTime } = useFormats()`. */
export function useFormats(): Formats {
  const language = useLanguage()
  const timezone = useContext(SessionContext)?.timezone
  return useMemo(() => makeFormats(language, timezone), [language, timezone])
}
