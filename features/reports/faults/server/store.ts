import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import { type NameInEach, nameInEach } from '#platform/server/database/names.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import { mayOpen, type PersonColumns, reportColumns } from '#features/reports/access/server/queries.ts'

const sessionUser = sql<string>`(select app.user_id())`
const reportOfFault = sql`reports r on r.tenant_id = f.tenant_id and r.id = f.report_id`

export type FaultRow = { id: string; since: Date; follows: boolean }

export const openQuery = (reportId: string): SessionQuery<FaultRow> => sql`(
  select f.id, f.created_at as since,
         exists (select from report_fault_followers x where x.fault_id = f.id and x.user_id = ${sessionUser}) as follows
    from report_faults f join ${reportOfFault}
   where f.report_id = ${reportId} and f.ended_at is null and ${mayOpen(reportColumns)})`

export type StoredFault = { id: string; report_id: string; report: string; in_each: NameInEach; follows: boolean }

/** Locks a fault that has not ended, of a report that the person may open. */
export async function findForUpdate(db: Database, id: string): Promise<StoredFault | undefined> {
  const { rows } = await sql<StoredFault>`
    select f.id, f.report_id, r.name as report, ${nameInEach('r')} as in_each,
           exists (select from report_fault_followers x where x.fault_id = f.id and x.user_id = ${sessionUser}) as follows
      from report_faults f join ${reportOfFault}
     where f.id = ${id} and f.ended_at is null and ${mayOpen(reportColumns)} for update of f`.execute(db)
  return rows[0]
}

export async function follow(db: Database, id: string, follows: boolean): Promise<void> {
  if (follows) await db.insertInto('report_fault_followers').values({ fault_id: id }).execute()
  else {
    const own = db.deleteFrom('report_fault_followers').where('fault_id', '=', id)
    await own.where('user_id', '=', sessionUser).execute()
  }
}

/** Answers the fault of the report that has not ended; a report without one gets one. */
export async function start(db: Database, reportId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into report_faults (report_id) values (${reportId})
    on conflict (tenant_id, report_id) where ended_at is null do update set report_id = excluded.report_id returning id`.execute(
    db,
  )
  const [made] = rows
  if (!made) throw new Error('the statement answers a row')
  return made.id
}

export async function end(db: Database, id: string): Promise<void> {
  await db
    .updateTable('report_faults')
    .set({ ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export async function remove(db: Database, id: string): Promise<void> {
  await db.deleteFrom('report_faults').where('id', '=', id).execute()
}

const member: PersonColumns = {
  id: sql.ref('m.user_id'),
  manages: sql`m.profile = 'admin'`,
  today: sql`(select app.today())`,
}

/** Selects the followers of a fault who may open the report now, except the person of the session. */
export const followersOf = (id: string): RawBuilder<{ user_id: string }> => sql`
  select m.user_id
    from report_faults f
    join ${reportOfFault}
    join report_fault_followers x on x.tenant_id = f.tenant_id and x.fault_id = f.id
    join memberships m on m.tenant_id = x.tenant_id and m.user_id = x.user_id
   where f.id = ${id} and m.user_id <> ${sessionUser} and m.state in ('A', 'T') and ${mayOpen(reportColumns, member)}`
