// What has been done. A slot is taken in the transaction of its effect: both stand, or neither.
import { sql } from 'kysely'
import type { Database } from '../database/kysely.ts'

/** True for whoever takes it first. A second one waits for the first one's transaction, and then finds it taken. */
export async function takeSlot(db: Database, tenantId: string | null, task: string, slot: string): Promise<boolean> {
  const { rows } = await sql`
    insert into job_slots (tenant_id, task, slot) values (${tenantId}::uuid, ${task}, ${slot})
    on conflict do nothing returning 1`.execute(db)
  return rows.length === 1
}

/** Nothing is delivered again after so many days; what was done then need not be remembered. */
const rememberedDays = 40

export async function forgetOldSlots(db: Database): Promise<void> {
  await sql`delete from job_slots where taken_at < now() - make_interval(days => ${rememberedDays})`.execute(db)
}
