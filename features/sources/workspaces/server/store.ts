import { type RawBuilder, sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import { contains, offsetOf, plain } from '#platform/server/database/list.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import { isVisible } from '#features/sources/accounts/server/queries.ts'
import type { listWorkspaces } from '../contract.ts'

const sorts: Record<InputOf<typeof listWorkspaces>['sort'], RawBuilder<unknown>> = {
  name: plain('w.name'),
  reports: sql`reports`,
  created_at: sql`w.created_at`,
}

export function pageQuery({ account_id, workspace_id, ...options }: InputOf<typeof listWorkspaces>) {
  let query = queryBuilder
    .selectFrom('workspaces as w')
    .innerJoin('embedding_accounts as a', 'a.id', 'w.account_id')
    .select([
      'w.id',
      'w.name',
      'w.account_id',
      sql<string | null>`case when ${isVisible} then a.name end`.as('account'),
      'w.created_at',
      'w.version',
      sql<number>`(select count(*)::int from reports r where r.workspace_id = w.id)`.as('reports'),
      sql<number>`count(*) over ()::int`.as('total'),
    ])
    .orderBy(sorts[options.sort], options.order)
    .orderBy('w.id')
    .limit(options.size)
    .offset(offsetOf(options))
  if (account_id) query = query.where('w.account_id', '=', account_id)
  if (workspace_id) query = query.where('w.id', '=', workspace_id)
  return options.search ? query.where(contains(sql.ref('w.name'), options.search)) : query
}

export async function addedServiceIds(db: Database, accountId: string): Promise<Set<string>> {
  const found = await db.selectFrom('workspaces').select('service_id').where('account_id', '=', accountId).execute()
  return new Set(found.map(({ service_id }) => service_id))
}

/** Workspaces that other business units of the partner have added, through any account, and this one has not. */
export async function foreignServiceIds(db: Database): Promise<Set<string>> {
  const { rows } = await sql<{ service_id: string }>`select service_id from app.foreign_workspaces()`.execute(db)
  return new Set(rows.map(({ service_id }) => service_id))
}

export type NewWorkspace = { partner_id: string; account_id: string; service_id: string; name: string }

export async function add(db: Database, tenantId: TenantId, workspace: NewWorkspace): Promise<string> {
  const { id } = await db
    .insertInto('workspaces')
    .values({ tenant_id: tenantId, ...workspace })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks the workspace, so that no report can be published from it until the transaction ends. */
export function findForUpdate(db: Database, id: string) {
  return db
    .selectFrom('workspaces as w')
    .select(['w.id', 'w.name', 'w.account_id', 'w.service_id', 'w.version'])
    .where('w.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function rename(db: Database, id: string, name: string): Promise<void> {
  await db
    .updateTable('workspaces')
    .set((eb) => ({ name, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export type DatasetUser = { service_dataset_id: string; id: string; name: string; people: number }

/** The published reports of a workspace by their data set, with the number of active people who may open each. */
export async function datasetUsers(db: Database, workspaceId: string): Promise<DatasetUser[]> {
  const { rows } = await sql<DatasetUser>`
    select r.service_dataset_id, r.id, r.name, (
             select count(distinct coalesce(x.user_id, k.user_id))::int
               from report_grants x
               left join user_group_members k on k.group_id = x.group_id
               join memberships m on m.user_id = coalesce(x.user_id, k.user_id) and m.state in ('A', 'T')
              where x.report_id = r.id and (x.ends_on is null or x.ends_on >= (select app.today()))) as people
      from reports r where r.workspace_id = ${workspaceId} order by r.sort_name, r.id`.execute(db)
  return rows
}

export function publishedReports(db: Database, workspaceId: string) {
  return db
    .selectFrom('reports')
    .select(['id', 'name', 'service_report_id'])
    .where('workspace_id', '=', workspaceId)
    .execute()
}

/** The published reports of a workspace: the id of the portal by the id at the service. Of several, the first that was published counts. */
export async function publishedReportIds(db: Database, workspaceId: string): Promise<ReadonlyMap<string, string>> {
  const found = await db
    .selectFrom('reports')
    .select(['id', 'service_report_id'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('id', 'desc')
    .execute()
  return new Map(found.map(({ id, service_report_id }) => [service_report_id, id]))
}

export async function remove(db: Database, id: string): Promise<void> {
  await db.deleteFrom('workspaces').where('id', '=', id).execute()
}
