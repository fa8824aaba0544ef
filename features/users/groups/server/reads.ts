// Questions that others ask of user groups.
import type { Database } from '#platform/server/database/kysely.ts'

/** The reports granted to any of these groups: whoever has one open must be told when a group or a member goes. */
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
