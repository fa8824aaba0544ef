// Jobs of a business unit that is closed until its erasure. They wait: the unit may be opened again, and its work then goes on.
// A job that is delivered meanwhile is put off (runner.ts); a job that looks for due work leaves that of closed units (`isOpen`).
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/kysely.ts'

/** A condition on the id of a business unit: it is not closed. True without a unit. For platform-wide work. */
export const isOpen = (unitColumn: string): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from tenants closed where closed.id = ${sql.ref(unitColumn)} and closed.erase_at is not null)`

/**
 * Until when the jobs of a business unit wait; `open`: it runs them; `gone`: it is erased, or its erasure has begun. The lock keeps the unit
 * as it is until the transaction ends. A unit that is due for erasure makes them wait five minutes: a job that starts in the past would be
 * delivered again at once, until the erasure begins.
 */
export async function closedUntil(db: Database, tenantId: string): Promise<Date | 'open' | 'gone'> {
  const { rows } = await sql<{ until: Date | null; is_going: boolean }>`
    select case when erase_at is not null then greatest(erase_at, now() + interval '5 minutes') end as until,
           removing_since is not null as is_going
      from tenants where id = ${tenantId} for share`.execute(db)
  const [unit] = rows
  if (!unit || unit.is_going) return 'gone'
  return unit.until ?? 'open'
}

/** Runs the jobs now that were put off while the business unit was closed. */
export async function resumeJobs(db: Database, tenantId: string): Promise<void> {
  await sql`
    update pgboss.job set start_after = now()
     where state = 'created' and data ->> 'tenant_id' = ${tenantId} and data -> 'put_off' = 'true'`.execute(db)
}
