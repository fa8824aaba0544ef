import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import type { Grantees, GrantTable } from './queries.ts'

/** Replaces the grantees of a record. The foreign keys refuse people and groups of another business unit. */
export async function setGrantees(
  db: Database,
  { table, record }: GrantTable,
  id: string,
  { user_ids, group_ids }: Grantees,
): Promise<void> {
  const column = sql.ref(record)
  await sql`
    delete from ${sql.table(table)}
     where ${column} = ${id} and not coalesce(user_id = any(${user_ids}::uuid[]), group_id = any(${group_ids}::uuid[]))`.execute(
    db,
  )
  await sql`
    insert into ${sql.table(table)} (${column}, user_id, group_id)
    select ${id}::uuid, u, null::uuid from unnest(${user_ids}::uuid[]) u
    union all select ${id}::uuid, null::uuid, g from unnest(${group_ids}::uuid[]) g
    on conflict do nothing`.execute(db)
}
