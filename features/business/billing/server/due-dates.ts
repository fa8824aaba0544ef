// Due dates of bills by the rules of their clients. A bill is in Brazilian reais and is paid at a bank of Brazil, so the public holidays are
// those of Brazil and of the federal unit of the client.
import { publicHolidays } from '#platform/server/holidays.ts'
import type { DueRule } from './store.ts'

type RuledClient = Pick<DueRule, 'today' | 'due_on_business_day' | 'state'> & { due_days: number }

/** The due date of a bill that is issued today, as YYYY-MM-DD. */
export async function dueDate({ today, due_days, due_on_business_day, state }: RuledClient): Promise<string> {
  const due = daysLater(today, due_days)
  if (!due_on_business_day) return due
  const year = Number(due.slice(0, 4))
  // The next business day of the last days of a year may be one of the next year.
  const holidays = await publicHolidays({ country: 'BR', region: state }, [year, year + 1])
  return nextBusinessDay(due, new Set(holidays.map(({ day }) => day)))
}

/** The day itself, or the next one that is neither on a weekend nor among the holidays. */
export function nextBusinessDay(day: string, holidays: ReadonlySet<string>): string {
  let next = day
  while (isOnWeekend(next) || holidays.has(next)) next = daysLater(next, 1)
  return next
}

const isOnWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00Z`).getUTCDay())

function daysLater(day: string, days: number): string {
  const date = new Date(`${day}T00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
