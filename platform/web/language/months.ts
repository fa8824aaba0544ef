// Formats months, which calls write as YYYY-MM.
import { useLanguage } from './language.ts'
import { dayIn } from '#platform/contract/local-time.ts'
import { now } from '../clock.ts'

/** Formats a month as 11/2026. */
export const shortMonth = (month: string): string => month.split('-').toReversed().join('/')

/** Formats a month as “novembro de 2026”, in the reader's language. */
export function useLongMonth(): (month: string) => string {
  const language = useLanguage()
  const format = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (month) => format.format(new Date(`${month}-01T00:00:00Z`))
}

/** Returns the present month in the time zone of the platform's staff. */
export const thisMonth = (): string => dayIn('America/Sao_Paulo', now()).slice(0, 7)

/** Returns the month that is this many months later; a negative number leads to an earlier month. */
export function monthsLater(month: string, months: number): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 7)
}

/** Returns the running month and earlier ones, the latest first. */
export const latestMonths = (months: number): string[] =>
  Array.from({ length: months }, (_, index) => monthsLater(thisMonth(), -index))
