import { sql } from 'kysely'
import type { Database } from './kysely.ts'

/**
 * Takes an advisory lock until the transaction ends, for things that have no row yet. Statements after it see what the previous holder
 * committed. To avoid deadlocks, take several locks in one fixed order.
 */
export async function hold(db: Database, thing: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${thing}, 0))`.execute(db)
}
