import { sql } from 'kysely'
import { mailBudgets } from '#catalogue/limits.ts'
import type { Database } from './kysely.ts'

/**
 * Counts a use of a budget over all processes and answers null, or the seconds until there is one again. Mail to `a+b@…` is read by
 * whoever reads `a@…`, so both are one address; without an address it is the budget of the session's business unit.
 */
export async function useMailBudget(
  db: Database,
  budget: keyof typeof mailBudgets,
  address: string | null = null,
): Promise<number | null> {
  const { anHour, aDay } = mailBudgets[budget]
  const mailbox = address && address.replace(/\+[^@]*@/, '@')
  const { rows } = await sql<{ wait: number | null }>`
    select app.use_sender_budget(${budget}, ${mailbox}, ${anHour}, ${aDay}) as wait`.execute(db)
  return rows[0]?.wait ?? null
}
