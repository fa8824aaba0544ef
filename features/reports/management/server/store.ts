import { sql } from 'kysely'
import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import { summaryQuery } from '#features/reports/usage/server/queries.ts'
import type { listManagement, viewManagement } from '../contract.ts'

type ManagementRow = AnswerOf<typeof listManagement>['data'][number]

export const managementQuery = (): SessionQuery<ManagementRow> =>
  sql<ManagementRow>`(select * from app.management_reports())`

/**
 * The report with its numbers; no row if the person may not read it. Row-level security restricts the numbers to the business unit of the
 * session.
 */
export const viewQuery = ({
  id,
  from,
  to,
}: InputOf<typeof viewManagement>): SessionQuery<AnswerOf<typeof viewManagement>> => sql<
  AnswerOf<typeof viewManagement>
>`(
  select m.*, row_to_json(u) as usage
    from (select * from app.management_reports() m where m.id = ${id}) m
    cross join lateral ${summaryQuery({ from, to })} u)`

/** The number of these business units that the session sees. */
export async function countUnits(db: Database, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tenants where id = any(${ids}::uuid[])`.execute(db)
  return rows[0]?.count ?? 0
}
