// Queries for the terms that a person has yet to accept: for the configuration of a session, for registration, and for the viewer.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import type { ReadableTerm } from '../contract.ts'
import { dueQuery } from './store.ts'

/** Returns the terms to accept after the sign-in that the person of the session has not accepted yet, the mandatory ones first. */
export async function termsDue(db: Database): Promise<{ id: string; version: number; mandatory: boolean }[]> {
  const { rows } = await dueQuery(undefined).execute(db)
  return rows.map(({ id, version, mandatory }) => ({ id, version, mandatory }))
}

/** Whether the person of the session must accept a term before a report. */
export const hasReportTermsToAccept = (reportId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`app.owes_report_terms(${reportId})`

/** Returns the terms of a registration in a business unit. It runs before a session exists, with the platform's view of all tenants. */
export async function registrationTerms(db: Database, tenantId: string): Promise<ReadableTerm[]> {
  const { rows } = await sql<ReadableTerm>`
    select t.id, t.edition as version, t.condition = 'mandatory' as mandatory, e.title, e.body
      from user_terms t join user_term_editions e on e.term_id = t.id and e.edition = t.edition
     where t.active and t.place = 'registration' and (t.tenant_id is null or t.tenant_id = ${tenantId})
     order by t.tenant_id is not null, t.condition <> 'mandatory', t.id`.execute(db)
  return rows
}
