// Days and times as a person reads them in one time zone. The browser and the mails of the server write them alike.
import type { Language } from '#catalogue/languages.ts'

/** The calendar day in a time zone, YYYY-MM-DD; undefined is that of the machine. */
export const dayIn = (timezone: string | undefined, instant: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' }).format(instant)

export type LocalTime = {
  /** 31/12/2026 */
  date: (instant: Date) => string
  /** 31/12 */
  shortDate: (instant: Date) => string
  /** 23:59, in en-US 11:59 PM */
  time: (instant: Date) => string
  /** 31/12/2026 23:59, in en-US 31/12/2026 11:59 PM */
  dateTime: (instant: Date) => string
}

const dayAndMonth = { day: '2-digit', month: '2-digit' } as const

/** `timezone` is an IANA name; undefined, or an unknown one, is that of the machine. */
export function makeLocalTime(language: Language, timezone: string | undefined): LocalTime {
  const zone = knownZone(timezone)
  const clock = new Intl.DateTimeFormat(language, {
    hour: language === 'en-US' ? 'numeric' : '2-digit',
    minute: '2-digit',
    hourCycle: language === 'en-US' ? 'h12' : 'h23',
    ...zone,
  })
  // en-GB gives the parts of DD/MM/YYYY with Latin digits whatever the language.
  const calendar = new Intl.DateTimeFormat('en-GB', { ...dayAndMonth, year: 'numeric', ...zone })
  const short = new Intl.DateTimeFormat('en-GB', { ...dayAndMonth, ...zone })
  const date = (instant: Date) => calendar.format(instant)
  // AM stays beside its hour; engines differ in which space they put between.
  const time = (instant: Date) => clock.format(instant).replace(/\s/g, '\u00A0')
  return {
    date,
    shortDate: (instant) => short.format(instant),
    time,
    dateTime: (instant) => `${date(instant)} ${time(instant)}`,
  }
}

/** An unknown time zone falls back to that of the machine, so a date is still shown. */
export function knownZone(timezone: string | undefined): { timeZone?: string } {
  if (timezone === undefined) return {}
  try {
    return { timeZone: new Intl.DateTimeFormat('en-GB', { timeZone: timezone }).resolvedOptions().timeZone }
  } catch {
    return {}
  }
}

/** Whether a chosen day comes after today, both YYYY-MM-DD; no day means now. */
export const isLater = (day: string | null, today: string): boolean => day !== null && day > today
