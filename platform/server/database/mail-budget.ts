import { sql } from 'kysely'
import { mailBudgets } from '#catalogue/limits.ts'
import type { Database } from './kysely.ts'

/**
 * Counts one use of a rate limit, over all processes. Answers null, or the seconds until the limit allows the next use. Mails to `a+b@…`
 * and `a@…` reach the same mailbox, so both count as one address. Without an address the limit is that of the session's business unit.
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
