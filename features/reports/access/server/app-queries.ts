// Who may open which app, and which reports apps show. The noun `apps` builds on it.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import { type GrantTable, isGranted } from '#features/people/grantees/server/queries.ts'

export const appGrants: GrantTable = { table: 'app_grants', record: 'app_id' }

/** Condition: the person of the session may open the app. */
export const mayOpenApp = (appId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`((select app.manages_reports()) or ${isGranted(appGrants, appId)})`

/** Condition: an app that the person may open shows the report. */
export const isShownInApp = (reportId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(exists (
  select from apps app cross join jsonb_array_elements(app.sections) section cross join jsonb_array_elements(section->'items') item
   where (item->>'report_id')::uuid = ${reportId} and ${mayOpenApp(sql.ref('app.id'))}))`

/** Whether an app that the person may open shows the report. */
export async function isInOpenApp(db: Database, reportId: string): Promise<boolean> {
  const { rows } = await sql<{ is_shown: boolean }>`select ${isShownInApp(sql`${reportId}`)} as is_shown`.execute(db)
  return rows[0]?.is_shown ?? false
}
