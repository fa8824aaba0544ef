import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import { workspaceColumns } from '#features/sources/accounts/server/queries.ts'
import {
  grantsFor,
  mayOpen,
  type PersonColumns,
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
