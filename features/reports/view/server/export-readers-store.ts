import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import { workspaceColumns } from '#features/sources/accounts/server/queries.ts'
import {
  filterValues,
  type FilterValues,
  grantsFor,
  mayOpenWith,
  type PersonColumns,
  presentPassing,
  type ReaderGrant,
  reportColumns,
  sessionPerson,
} from '#features/reports/access/server/queries.ts'
import type { ReportFilter } from '#features/reports/library/contract.ts'

export type ReportToWrite = NonNullable<Awaited<ReturnType<typeof findReportToWrite>>>

const isAsleep = sql<boolean>`(case when a.kind = 'powerbi' then app.sleeping_capacity(a.id) end) is not null`

/** The report with its service, and what is the same for all readers. `language`: that of its name in the file. */
export const findReportToWrite = (db: Database, reportId: string, language: string) =>
  db
    .selectFrom('reports as r')
    .innerJoin('workspaces as w', 'w.id', 'r.workspace_id')
    .innerJoin('embedding_accounts as a', 'a.id', 'w.account_id')
    .innerJoin('settings as s', 's.tenant_id', 'r.tenant_id')
    .innerJoin('tenants as t', 't.id', 'r.tenant_id')
    .select([
      'r.id',
      'r.service_report_id',
      'r.service_dataset_id',
      'r.export',
      'r.row_security',
      'r.ignore_row_security',
    ])
    .select(['r.ignore_role', 'r.allow_edit', 'r.name as plain_name', sql<ReportFilter[]>`r.filters`.as('filters')])
    .select(['s.watermark', 's.watermark_text', 's.timezone', 't.name as unit'])
    .select(sql<string>`app.name_in(r.names, r.name, ${language})`.as('name'))
    .select([isAsleep.as('is_asleep'), presentPassing.as('maintenance')])
    .select(workspaceColumns)
    .where('r.id', '=', reportId)
    .executeTakeFirst()

export type FileReaderRow = {
  user_id: string
  email: string
  name: string
  is_reader: boolean
  profile: string | null
  staff: string | null
  toggles: string[] | null
  opens: boolean
  owes_terms: boolean
  grants: ReaderGrant[]
  filter_values: FilterValues
}

/** The facts that decide which file members of the business unit may get now. `among`: a query of their ids. */
export async function findFileReaders(
  db: Database,
  reportId: string,
  among: RawBuilder<{ user_id: string }>,
): Promise<FileReaderRow[]> {
  const person: PersonColumns = {
    id: sql.ref('m.user_id'),
    manages: sql`(m.profile <> 'user')`,
    today: sessionPerson.today,
  }
  const grants = sql.ref('g.grants')
  const { rows } = await sql<FileReaderRow>`
    select m.user_id, u.email, u.name, m.profile = 'user' as is_reader, s.profile, s.staff, s.toggles, g.grants, ${filterValues(person)} as filter_values,
           ${mayOpenWith(reportColumns, grants, person)} as opens, app.person_owes_terms(m.user_id, r.id) as owes_terms
      from memberships m
      join users u on u.id = m.user_id
      join reports r on r.tenant_id = m.tenant_id and r.id = ${reportId}::uuid
     cross join lateral (select ${grantsFor(reportColumns, person)} as grants) g
      left join lateral app.author_standing(m.user_id) s on true
     where m.tenant_id = (select app.tenant_id()) and m.user_id in (${among})
     order by m.user_id`.execute(db)
  return rows
}
