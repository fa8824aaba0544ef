// Queries on user groups for other features.
import type { Database } from '#platform/server/database/kysely.ts'

/** Returns the ids of the reports that are granted to any of these groups. Live events name them when a group or its members change. */
export async function reportsOfGroups(db: Database, groupIds: string[]): Promise<string[]> {
  if (groupIds.length === 0) return []
  const rows = await db
    .selectFrom('report_grants')
    .select('report_id')
    .distinct()
    .where('group_id', 'in', groupIds)
    .execute()
  return rows.map(({ report_id }) => report_id)
}
