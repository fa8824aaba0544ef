import { sql } from 'kysely'
import { fail } from '#platform/contract/failure.ts'
import type { Database } from '#platform/server/database/kysely.ts'

/** The number of people who dismissed the message. */
export const dismissed = sql<number>`app.dismissals_of(r.id)`

/** Sorts a message without a last day to the end. */
export const endsOn = sql`coalesce(r.ends_on, 'infinity')`

export async function daysOf(db: Database, id: string) {
  const found = await db
    .selectFrom('broadcasts')
    .select(['id', 'starts_on', 'ends_on'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return found ?? fail('call.not_found')
}

/** Finds a message by its id, if it is present for the person of the session. */
export async function presentOne(
  db: Database,
  id: string,
): Promise<{ name: string; is_dismissed: boolean } | undefined> {
  const { rows } = await sql<{ name: string; is_dismissed: boolean }>`
    select name, is_dismissed from app.present_broadcasts() where id = ${id}`.execute(db)
  return rows[0]
}

export async function dismiss(db: Database, id: string): Promise<void> {
  await sql`select app.dismiss_broadcast(${id})`.execute(db)
}
