// What other nouns show of a report, as expressions on `reports r`.
import { sql } from 'kysely'
import type { ReportOutline } from '../contract.ts'

/** The outline for the cover of a report without a picture. */
export const outlineColumn = sql<ReportOutline | null>`(
  select l.outline from report_page_lists l
   where r.cover is null and l.tenant_id = r.tenant_id and l.report_id = r.id and l.service_report_id = r.service_report_id)`
