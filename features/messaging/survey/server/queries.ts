// Decides whether the survey asks the person of a session.
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'

export async function mustAskPosition(db: Database): Promise<boolean> {
  const { rows } = await sql<{ asks: boolean }>`select app.asks_position() as asks`.execute(db)
  return rows[0]?.asks ?? false
}
