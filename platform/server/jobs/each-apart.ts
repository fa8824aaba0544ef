// Jobs that work through records of several business units in one transaction: a record that fails stops none of the others.
import { sql } from 'kysely'
import { writeAudit } from '../audit.ts'
import { plainFault } from './fault.ts'
import type { JobContext } from './job.ts'
import { takeSlot } from './slots.ts'

type Apart<Row> = {
  /** The name of the job, for the log and the audit trail. */
  job: string
  /** The business unit of a record; null when it belongs to a partner, to staff or to the platform. */
  unitOf(row: Row): string | null
  work(row: Row): Promise<void>
  /** Puts off a record that failed, so that it is not the first one of the next run again. */
  postpone?(row: Row): Promise<void>
}

/**
 * Works on each record in a savepoint. What a failed record wrote is undone, the failure is logged, and the administrators of its business
 * unit find it in their audit trail, once a day for each job.
 */
export async function eachApart<Row>(
  { db, clock, log }: Pick<JobContext, 'db' | 'clock' | 'log'>,
  rows: readonly Row[],
  { job, unitOf, work, postpone }: Apart<Row>,
): Promise<void> {
  for (const row of rows) {
    await sql`savepoint record`.execute(db)
    try {
      await work(row)
    } catch (error) {
      await sql`rollback to savepoint record`.execute(db)
      const tenantId = unitOf(row)
      // The message of a database error may contain values of the record.
      log.warn({ err: plainFault(error), job, tenantId }, 'a job failed for one record; the others continue')
      await postpone?.(row)
      if (
        tenantId !== null &&
        (await takeSlot(db, tenantId, `failed ${job}`, clock.now().toISOString().slice(0, 10)))
      ) {
        const nobody = { actorId: null, actorEmail: null, partnerId: null, address: null }
        await writeAudit(db, { ...nobody, tenantId }, 'job.record_failed', {
          target: { type: 'job', id: null, name: job },
        })
      }
    }
    await sql`release savepoint record`.execute(db)
  }
}

/** When a job tries a record again that failed. */
export const anHourAfter = (now: Date): Date => new Date(now.getTime() + 3_600_000)
