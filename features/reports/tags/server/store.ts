import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import type { TenantId } from '#platform/server/session/actor.ts'

/** The number of reports with a tag. */
export const reports = sql`(select count(*)::int from report_tags x where x.tag_id = r.id)`

export async function replaceTags(db: Database, tenantId: TenantId, reportId: string, tagIds: readonly string[]) {
  await db.deleteFrom('report_tags').where('report_id', '=', reportId).execute()
  if (tagIds.length === 0) return
  const rows = [...new Set(tagIds)].map((tag_id) => ({ tenant_id: tenantId, report_id: reportId, tag_id }))
  await db.insertInto('report_tags').values(rows).execute()
}
