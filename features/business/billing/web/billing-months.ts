// Months of the wire, YYYY-MM, as a person reads them.
import { useLanguage } from '#platform/web/language/language.ts'
import { dayIn } from '#platform/contract/local-time.ts'
import { now } from '#platform/web/clock.ts'

/** 11/2026 */
export const shortMonth = (month: string): string => month.split('-').toReversed().join('/')

/** novembro de 2026 */
export function useLongMonth(): (month: string) => string {
  const language = useLanguage()
  const format = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (month) => format.format(new Date(`${month}-01T00:00:00Z`))
}

/** The month of the platform's staff that runs now. */
export const thisMonth = (): string => dayIn('America/Sao_Paulo', now()).slice(0, 7)

/** The month after a number of months; a negative one leads back. */
export function monthsLater(month: string, months: number): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 7)
}

/** The running month and those before it, the latest first. */
export const latestMonths = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => monthsLater(thisMonth(), -index))
