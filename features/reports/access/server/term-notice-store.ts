import { sql } from 'kysely'
import { openersOf } from './queries.ts'
import type { Edition } from '#features/organisation/user-terms/contract.ts'
import type { Database } from '#platform/server/database/kysely.ts'

export type InForce = Pick<Edition, 'title' | 'edition'> & { report_id: string | null }

/** The published version of a term that is in force. */
export async function findInForce(db: Database, id: string): Promise<InForce | undefined> {
  const { rows } = await sql<InForce>`
    select e.title, e.edition, t.report_id
      from user_terms t join user_term_editions e on e.term_id = t.id and e.edition = t.edition
     where t.id = ${id} and t.active`.execute(db)
  return rows[0]
}

/** The people of a business unit who must accept a term. Of a term before a report, these are only the people who may open the report. */
export const userIdsToAccept = (tenantId: string, termId: string, reportId: string | null) => sql<{ user_id: string }>`
  select p.user_id from app.people_asked(${termId}, ${tenantId}) p
   where ${
     reportId === null
       ? sql`true`
       : sql`p.user_id in (${openersOf(sql`reports r where r.tenant_id = ${tenantId} and r.id = ${reportId}`)})`
   }`

/** The staff who must accept a term, for platform-wide work. */
export const staffIdsToAccept = (termId: string) => sql<{ user_id: string }>`
  select s.id as user_id from users s cross join lateral app.terms_due(s.id, null, s.staff) d
   where s.staff is not null and d.id = ${termId}`

/** The ids of all business units, for platform-wide work. A closed one may be opened again: its notifications wait there. */
export async function unitIds(db: Database): Promise<string[]> {
  const units = await db
    .selectFrom('tenants')
    .select('id')
    .where('removing_since', 'is', null)
    .where((eb) => eb.or([eb('enabled', '=', true), eb('erase_at', 'is not', null)]))
    .execute()
  return units.map(({ id }) => id)
}
