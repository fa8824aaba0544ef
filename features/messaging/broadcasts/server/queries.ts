// Reads the message that a session shows after the sign-in.
import { sql } from 'kysely'
import type { Texts } from '#catalogue/languages.ts'
import type { Database } from '#platform/server/database/kysely.ts'

/** Returns the first present message that the person has not dismissed. */
export async function presentBroadcast(db: Database): Promise<{ id: string; message: Texts } | null> {
  const { rows } = await sql<{ id: string; message: Texts }>`
    select id, message from app.present_broadcasts() where not is_dismissed limit 1`.execute(db)
  return rows[0] ?? null
}
