import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'

/** The unresolved tickets of a fault. A merged ticket is resolved. */
export const unresolvedOfFault = sql`select m.id from tickets m where m.fault_id = f.id and m.status <> 'closed'`

/** The ids of the unresolved tickets of a fault, in the order in which they are locked. */
export async function unresolvedOf(db: Database, faultId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select x.id from report_faults f cross join lateral (${unresolvedOfFault}) x where f.id = ${faultId} order by x.id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** The fault and the report of a ticket. */
export async function linksOf(
  db: Database,
  id: string,
): Promise<{ fault_id: string | null; report_id: string | null } | undefined> {
  const { rows } = await sql<{ fault_id: string | null; report_id: string | null }>`
    select (select f.id from report_faults f where f.id = t.fault_id and f.ended_at is null) as fault_id, t.report_id
      from tickets t where t.id = ${id}`.execute(db)
  return rows[0]
}

export async function link(db: Database, id: string, faultId: string | null): Promise<void> {
  await db
    .updateTable('tickets')
    .set({ fault_id: faultId, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Counts all tickets of a fault. */
export async function countOf(db: Database, faultId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tickets where fault_id = ${faultId}`.execute(db)
  return rows[0]?.count ?? 0
}
