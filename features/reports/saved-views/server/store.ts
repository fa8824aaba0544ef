import { sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import { mayOpen, reportColumns } from '#features/reports/access/server/queries.ts'
import type { addSavedView } from '../contract.ts'

const sessionUser = sql<string>`(select app.user_id())`

/** The person's own views of a report that they may still open. */
export const listQuery = (reportId: string): SessionQuery<{ id: string; name: string; is_default: boolean }> => sql`(
  select v.id, v.name, v.is_default
    from report_saved_views v join reports r on r.tenant_id = v.tenant_id and r.id = v.report_id
   where v.report_id = ${reportId} and v.user_id = ${sessionUser} and ${mayOpen(reportColumns)}
   order by app.plain(v.name), v.id)`

type ViewRow = {
  id: string
  name: string
  own: boolean
  author: string | null
  page: string | null
  filters: never
  slicers: never
}

/** A view of the report, of the session's person or of another one, if the session's person may open the report. */
export const viewQuery = (reportId: string, id: string): SessionQuery<ViewRow> => sql`(
  select v.id, v.name, v.user_id = ${sessionUser} as own, u.name as author, v.page, v.filters, v.slicers
    from report_saved_views v
    join reports r on r.tenant_id = v.tenant_id and r.id = v.report_id
    left join users u on u.id = v.user_id
   where v.id = ${id} and v.report_id = ${reportId} and ${mayOpen(reportColumns)})`

/**
 * Locks the report, and returns its name and the number of views that the person has of it; undefined if they may not open it. The views are
 * counted after the lock, in a statement of their own: that of the lock does not see what another call stored while it waited.
 */
export async function findReport(db: Database, reportId: string): Promise<{ name: string; views: number } | undefined> {
  const { rows } = await sql<{ name: string }>`
    select r.name from reports r where r.id = ${reportId} and ${mayOpen(reportColumns)} for no key update of r`.execute(
    db,
  )
  const [report] = rows
  if (!report) return undefined
  const { views } = await db
    .selectFrom('report_saved_views')
    .select(sql<number>`count(*)::int`.as('views'))
    .where('report_id', '=', reportId)
    .where('user_id', '=', sessionUser)
    .executeTakeFirstOrThrow()
  return { ...report, views }
}

/** Locks a view of the person of the session, and returns it. Nobody changes a view of another person. */
export const findOwn = (db: Database, id: string) =>
  db
    .selectFrom('report_saved_views')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', sessionUser)
    .forUpdate()
    .executeTakeFirst()

/** Removes the default of a report, before another view becomes the default. */
export async function clearDefault(db: Database, reportId: string): Promise<void> {
  await db
    .updateTable('report_saved_views')
    .set({ is_default: false })
    .where('report_id', '=', reportId)
    .where('user_id', '=', sessionUser)
    .where('is_default', '=', true)
    .execute()
}

type NewView = Omit<InputOf<typeof addSavedView>, 'reportId'>

export async function add(
  db: Database,
  reportId: string,
  { name, is_default, page, filters, slicers }: NewView,
): Promise<string> {
  const { id } = await db
    .insertInto('report_saved_views')
    .values({
      report_id: reportId,
      user_id: sessionUser,
      name,
      is_default,
      page,
      filters: JSON.stringify(filters),
      slicers: JSON.stringify(slicers),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type Change = Partial<{
  name: string
  is_default: boolean
  page: string | null
  filters: string
  slicers: string
}>

export async function update(db: Database, id: string, change: Change): Promise<void> {
  await db.updateTable('report_saved_views').set(change).where('id', '=', id).execute()
}

export async function remove(db: Database, id: string): Promise<void> {
  await db.deleteFrom('report_saved_views').where('id', '=', id).execute()
}
