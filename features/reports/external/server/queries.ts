// Which external reports a person may open, for other features.
import { sql } from 'kysely'
import { type GrantTable, isGranted } from '#features/people/grantees/server/queries.ts'

export const grants: GrantTable = { table: 'external_report_grants', record: 'report_id' }

/** Condition on the external report `e`: the person of the session may open it. */
export const mayOpenExternal = sql<boolean>`((select app.manages_reports()) or ${isGranted(grants, sql.ref('e.id'))})`
