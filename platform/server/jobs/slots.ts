// Idempotency keys of jobs. A slot is taken in the transaction of the effect, so that both are committed or neither.
import { sql } from 'kysely'
import type { Database } from '../database/kysely.ts'

/** True for the first caller. A second caller waits for the first transaction and then finds the slot taken. */
export async function takeSlot(db: Database, tenantId: string | null, task: string, slot: string): Promise<boolean> {
  const { rows } = await sql`
    insert into job_slots (tenant_id, task, slot) values (${tenantId}::uuid, ${task}, ${slot})
    on conflict do nothing returning 1`.execute(db)
  return rows.length === 1
}

/** The number of days for which slots are stored. No job is delivered again later, so older slots are not needed. */
const rememberedDays = 40

export async function forgetOldSlots(db: Database): Promise<void> {
  await sql`delete from job_slots where taken_at < now() - make_interval(days => ${rememberedDays})`.execute(db)
}
