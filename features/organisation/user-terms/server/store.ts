import { type RawBuilder, sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { contains, offsetOf, plain } from '#platform/server/database/list.ts'
import type { Edition, listAcceptances, ReadableTerm } from '../contract.ts'

export const computed = {
  edition: sql`r.edition`,
  published_at: sql`r.published_at`,
  draft: sql`(r.edition = 0 or exists (
    select from user_term_editions e
     where e.term_id = r.id and e.edition = r.edition and (e.title, e.body) is distinct from (r.title, r.body)))`,
  accepted: sql`app.acceptances_of(r.id)`,
  report: sql`(select p.name from reports p where p.tenant_id = r.tenant_id and p.id = r.report_id)`,
}

const maxReportOptions = 20

export const reportsQuery = (search: string) => sql<{ value: string; label: string }>`(
  select r.id as value, r.name as label from reports r where ${contains(sql`r.name`, search)}
   order by ${plain('r.name')}, r.id limit ${maxReportOptions})`

export async function placementOf(db: Database, id: string) {
  return db.selectFrom('user_terms').select(['place', 'report_id']).where('id', '=', id).executeTakeFirst()
}

/**
 * The query for the published versions of a term. It returns no rows for a term without a published version, and for one of another owner.
 */
export const editionsQuery = (id: string) => sql<Edition>`(
  select edition, title, body, published_at, published_by from user_term_editions where term_id = ${id} order by edition desc)`

export type Publishing = { id: string; name: string; version: number; edition: number; tenant_id: string | null }

export function findForPublishing(db: Database, id: string): Promise<Publishing | undefined> {
  return db
    .selectFrom('user_terms')
    .select(['id', 'name', 'version', 'edition', 'tenant_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Publishes a term: copies the draft as the next edition, then sets it as the published one, so that the edition exists before people must
 * accept it.
 */
export async function publish(db: Database, { id, edition }: Publishing, publishedBy: string): Promise<void> {
  await sql`
    insert into user_term_editions (term_id, edition, tenant_id, title, body, published_by)
    select id, ${edition + 1}, tenant_id, title, body, ${publishedBy} from user_terms where id = ${id}`.execute(db)
  await db
    .updateTable('user_terms')
    .set((eb) => ({ edition: edition + 1, published_at: sql<Date>`now()`, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** The query for the terms that the person must accept: after the sign-in, or before the report `reportId`. */
export const dueQuery = (reportId: string | undefined) => sql<ReadableTerm>`(
  select id, edition as version, mandatory, title, body from app.own_terms_due()
   where ${reportId === undefined ? sql`place <> 'report'` : sql`report_id = ${reportId}`})`

export async function accept(db: Database, id: string, edition: number, ipAddress: string) {
  const { rows } = await sql<{ name: string; edition: number; fresh: boolean }>`
    select name, edition, fresh from app.accept_term(${id}, ${edition}, ${ipAddress})`.execute(db)
  return rows[0]
}

/** Copies the acceptances of a registration to the person. Call it before the registration is erased. */
export async function keepRegistrationTerms(db: Database, registrationId: string, userId: string): Promise<void> {
  await sql`select app.keep_registration_terms(${registrationId}, ${userId})`.execute(db)
}

type Options = InputOf<typeof listAcceptances>

export type AcceptanceRow = {
  id: string
  name: string
  email: string
  unit: string
  accepted: boolean
  edition: number | null
  accepted_at: Date | null
  address: string | null
  total: number
}

const sortColumns: Record<Options['sort'], RawBuilder<unknown>> = {
  name: plain('p.name'),
  email: sql`p.email`,
  accepted_at: sql`p.accepted_at`,
}

export const acceptancesQuery = ({ term_id, accepted, search, sort, order, ...page }: Options) => sql<AcceptanceRow>`(
  select p.user_id as id, p.name, p.email, p.unit, p.is_current as accepted, p.edition, p.accepted_at, p.address,
         count(*) over ()::int as total
    from app.people_of_term(${term_id}) p
   where ${contains(sql`p.name || ' ' || p.email || ' ' || p.unit`, search)}
     and (${accepted ?? null}::boolean is null or p.is_current = ${accepted ?? null}::boolean)
   order by ${sortColumns[sort]} ${sql.raw(order)} nulls last, p.user_id
   limit ${page.size} offset ${offsetOf(page)})`
