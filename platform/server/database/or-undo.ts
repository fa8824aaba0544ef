import { sql } from 'kysely'
import type { Database } from './kysely.ts'

/** Runs a part of a transaction that may break a constraint. Then it undoes only that part, and answers the name of the constraint. */
export async function orUndo<T>(db: Database, work: () => Promise<T>): Promise<T | { constraint: string }> {
  await sql`savepoint part`.execute(db)
  try {
    const done = await work()
    await sql`release savepoint part`.execute(db)
    return done
  } catch (error) {
    const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined
    if (typeof constraint !== 'string') throw error
    await sql`rollback to savepoint part`.execute(db)
    return { constraint }
  }
}
