import { sql } from 'kysely'
import type { Database } from './kysely.ts'

/**
 * Until the transaction ends, whoever else wants to hold the same thing waits: for what no row stands for yet. A statement after it
 * sees what the one before left behind. Who holds several does so in the order everybody does.
 */
export async function hold(db: Database, thing: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${thing}, 0))`.execute(db)
}
