import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import { workspaceColumns } from '#features/sources/accounts/server/queries.ts'
import {
  grantsFor,
  mayOpen,
  mayOpenWith,
  type PersonColumns,
  type ReaderGrant,
  reportColumns,
  sessionPerson,
} from '#features/reports/access/server/queries.ts'

/** Whether the license capacity at Azure is paused; accounts of the embedded service have none. */
const isAsleep = sql<boolean>`(case when a.kind = 'powerbi' then app.sleeping_capacity(a.id) end) is not null`

/**
 * The location of the data of a report, and the facts that decide about a person's identity. No row if the person may not open the report.
 */
export function findData(db: Database, reportId: string, { id, profile }: { id: string; profile: string }) {
  const person: PersonColumns = {
    id: sql`${id}::uuid`,
    manages: sql`${profile !== 'user'}::boolean`,
    today: sessionPerson.today,
  }
  return db
    .selectFrom('reports as r')
    .innerJoin('workspaces as w', 'w.id', 'r.workspace_id')
    .innerJoin('embedding_accounts as a', 'a.id', 'w.account_id')
    .select(['r.service_dataset_id', 'r.row_security', 'r.ignore_row_security', 'r.ignore_role'])
    .select([grantsFor(reportColumns, person).as('grants'), isAsleep.as('is_asleep')])
    .select(workspaceColumns)
    .where('r.id', '=', reportId)
    .where(mayOpen(reportColumns, person))
    .executeTakeFirst()
}

/** The location of the data of a workspace. */
export const findWorkspaceData = (db: Database, workspaceId: string) =>
  db
    .selectFrom('workspaces as w')
    .innerJoin('embedding_accounts as a', 'a.id', 'w.account_id')
    .select(isAsleep.as('is_asleep'))
    .select(workspaceColumns)
    .where('w.id', '=', workspaceId)
    .executeTakeFirst()

/** Some members of the business unit, and whether they may work in it now. */
export async function findWorkers(
  db: Database,
  among: RawBuilder<{ user_id: string }>,
): Promise<{ user_id: string; works: boolean }[]> {
  const { rows } = await sql<{ user_id: string; works: boolean }>`
    select m.user_id, s.profile is not null as works
      from memberships m left join lateral app.author_standing(m.user_id) s on true
     where m.tenant_id = (select app.tenant_id()) and m.user_id in (${among})
     order by m.user_id`.execute(db)
  return rows
}

export type ReaderRow = {
  user_id: string
  email: string
  works: boolean
  opens: boolean
  grants: ReaderGrant[]
  row_security: boolean
  ignore_row_security: boolean
  ignore_role: string | null
  has_filters: boolean
}

/** The facts that decide how members of the business unit may query the data of a report now. `among`: a query of their ids. */
export async function findReaders(
  db: Database,
  reportId: string,
  among: RawBuilder<{ user_id: string }>,
): Promise<ReaderRow[]> {
  const person: PersonColumns = {
    id: sql.ref('m.user_id'),
    manages: sql`(m.profile <> 'user')`,
    today: sessionPerson.today,
  }
  const grants = sql.ref('g.grants')
  const { rows } = await sql<ReaderRow>`
    select m.user_id, u.email, s.profile is not null as works, ${mayOpenWith(reportColumns, grants, person)} as opens, g.grants,
           r.row_security, r.ignore_row_security, r.ignore_role,
           m.profile = 'user' and jsonb_array_length(r.filters) > 0 as has_filters
      from memberships m
      join users u on u.id = m.user_id
      join reports r on r.tenant_id = m.tenant_id and r.id = ${reportId}::uuid
     cross join lateral (select ${grantsFor(reportColumns, person)} as grants) g
      left join lateral app.author_standing(m.user_id) s on true
     where m.tenant_id = (select app.tenant_id()) and m.user_id in (${among})
     order by m.user_id`.execute(db)
  return rows
}
