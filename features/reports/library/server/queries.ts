// What other nouns show of a report, as parts of a query of `reports r`.
import { sql } from 'kysely'
import type { ReportOutline } from '../contract.ts'

/** The outline for the cover; null for a report with a picture. It needs `outlineJoin`. */
export const outlineColumn = sql<ReportOutline | null>`outlined.outline`

/** Joins the outline of `r`, of which the columns id, tenant_id, service_report_id and cover are read. */
export const outlineJoin = sql`
  left join report_page_lists outlined
    on outlined.tenant_id = r.tenant_id and outlined.report_id = r.id and outlined.service_report_id = r.service_report_id
   and r.cover is null`
