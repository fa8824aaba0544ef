import { sql } from 'kysely'
import { Failure } from '#platform/contract/failure.ts'
import type { Database } from './kysely.ts'

/**
 * Runs a part of a transaction that may break a constraint. Then it undoes only that part, and answers the name of the constraint. A failure
 * undoes the part as well, and is thrown.
 */
export async function orUndo<T>(db: Database, work: () => Promise<T>): Promise<T | { constraint: string }> {
  await sql`savepoint part`.execute(db)
  try {
    const done = await work()
    await sql`release savepoint part`.execute(db)
    return done
  } catch (error) {
    const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined
    if (typeof constraint !== 'string') {
      if (error instanceof Failure) await sql`rollback to savepoint part`.execute(db)
      throw error
    }
    await sql`rollback to savepoint part`.execute(db)
    return { constraint }
  }
}
