import { type RawBuilder, sql } from 'kysely'
import type { ByLanguage } from '#catalogue/languages.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { type Database, compiledById, queryBuilder } from '#platform/server/database/kysely.ts'
import { isOpen } from '#platform/server/jobs/closed-units.ts'
import { contains, offsetOf, plain } from '#platform/server/database/list.ts'
import { type Actor, tenantOf } from '#platform/server/session/actor.ts'
import { workspaceColumns } from '#features/sources/accounts/server/queries.ts'
import { isTagged, isTaggedLike, tagsOfReport } from '#features/reports/tags/server/queries.ts'
import {
  type Orientation,
  type ReportFilter,
  type ReportOutline,
  type addReport,
  type listReports,
  type updateReport,
  maxOfferedGroups,
  maxOrdered,
} from '../contract.ts'
import type { Source } from './rules.ts'

/** The business unit of the session. The sub-select lets PostgreSQL evaluate the function once per statement. */
const tenant = sql<string>`(select app.tenant_id())`

const people = sql<number>`(
  select count(*)::int from report_grants x where x.report_id = r.id and x.user_id is not null)`
const groups = sql<number>`(
  select count(*)::int from report_grants x where x.report_id = r.id and x.group_id is not null)`

const withPlace = () =>
  queryBuilder
    .selectFrom('reports as r')
    .innerJoin('report_subgroups as s', 's.id', 'r.subgroup_id')
    .innerJoin('report_groups as g', 'g.id', 's.group_id')
    .innerJoin('workspaces as w', 'w.id', 'r.workspace_id')
    .select([
      'r.id',
      'r.name',
      'r.description',
      'g.id as group_id',
      'g.name as group',
      's.id as subgroup_id',
      's.name as subgroup',
      'w.name as workspace',
      'r.row_security',
      'r.ignore_row_security',
      'r.hidden',
      'r.created_at',
      'r.version',
    ])
    .select(tagsOfReport.as('tags'))

type Sort = InputOf<typeof listReports>['sort']

/** The columns of each sort order. The direction applies to each column. */
const sorts: Record<Sort, RawBuilder<unknown>[]> = {
  name: [sql`r.sort_name`],
  place: [sql`g.position`, plain('g.name'), sql`s.position`, plain('s.name')],
  workspace: [plain('w.name')],
  created_at: [sql`r.created_at`],
}

function filtered(options: InputOf<typeof listReports>) {
  const { group_id, subgroup_id, workspace_id, tag_id, row_security, hidden, search } = options
  let query = withPlace().select([people.as('people'), groups.as('groups')])
  if (group_id) query = query.where('g.id', '=', group_id)
  if (subgroup_id) query = query.where('s.id', '=', subgroup_id)
  if (workspace_id) query = query.where('w.id', '=', workspace_id)
  if (tag_id) query = query.where(isTagged(tag_id))
  if (row_security !== undefined) query = query.where('r.row_security', '=', row_security)
  if (hidden !== undefined) query = query.where('r.hidden', '=', hidden)
  if (!search) return query
  const found = ['r.name', 'r.description', 's.name', 'g.name'].map((column) =>
    contains(sql`coalesce(${sql.ref(column)}, '')`, search),
  )
  return query.where(sql<boolean>`(${sql.join([...found, isTaggedLike(search)], sql` or `)})`)
}

export function rowsQuery(options: InputOf<typeof listReports>) {
  let page = filtered(options)
  for (const column of sorts[options.sort]) page = page.orderBy(column, options.order)
  return page.orderBy('r.sort_name').orderBy('r.id').limit(options.size).offset(offsetOf(options))
}

/** A page of reports, with `allow_adding_reports` in each row. An empty page is one row whose report columns are null. */
export function pageQuery(options: InputOf<typeof listReports>) {
  const page = rowsQuery(options).select(sql<number>`count(*) over ()::int`.as('total'))
  return queryBuilder
    .selectFrom('tenants as t')
    .leftJoinLateral(page.as('q'), (join) => join.onTrue())
    .selectAll('q')
    .select('t.allow_adding_reports')
    .where('t.id', '=', tenant)
}

type OfferedGroup = { id: string; name: string; roles: string[] }

/** What an import of reports starts with: the subgroup of the newest report, and the user groups that were granted reports last. */
export const importDefaultsQuery = () =>
  queryBuilder
    .selectFrom('tenants as t')
    .where('t.id', '=', tenant)
    .select([
      sql<string | null>`coalesce(
        (select r.subgroup_id from reports r where r.tenant_id = t.id order by r.created_at desc, r.id desc limit 1),
        (select s.id from report_subgroups s join report_groups g on g.id = s.group_id
          where s.tenant_id = t.id order by g.position, g.name, s.position, s.name limit 1))`.as('subgroup_id'),
      sql<
        OfferedGroup[]
      >`coalesce((select json_agg(json_build_object('id', o.id, 'name', o.name, 'roles', o.roles) order by o.latest desc)
        from (select u.id, u.name, max(x.id::text) as latest, coalesce((select y.roles from report_grants y
                 where y.tenant_id = t.id and y.group_id = u.id and y.roles <> '{}' order by y.id desc limit 1), '{}') as roles
                from report_grants x join user_groups u on u.id = x.group_id
               where x.tenant_id = t.id
               group by u.id, u.name order by latest desc limit ${sql.lit(maxOfferedGroups)}) o), '[]')`.as('groups'),
    ])

/** The source and the settings of a report, which only its form reads. */
const settings = [
  'r.workspace_id',
  'r.service_report_id',
  'r.ignore_role',
  'r.allow_edit',
  'r.show_page_navigation',
  'r.show_filter_pane',
  'r.show_hidden_pages',
  'r.show_visual_headers',
  'r.show_toolbar',
  'r.show_last_update',
  'r.show_on_app',
  'r.show_on_catalog',
  'r.catalog_description',
  'r.show_mobile_background',
  'r.allow_comments',
  'r.export',
  'r.refresh_seconds',
  'r.cover',
  sql<ReportFilter[]>`r.filters`.as('filters'),
  sql<Orientation>`r.orientation`.as('orientation'),
  'r.recommended_resolution',
  sql<ByLanguage>`r.names`.as('names'),
  sql<ByLanguage>`r.catalog_descriptions`.as('catalog_descriptions'),
] as const

export const findQuery = compiledById((id) =>
  withPlace()
    .select([
      ...settings,
      /** The time at which the service last answered the pages that the search knows. */
      sql<Date | null>`(select l.read_at from report_page_lists l where l.report_id = r.id and l.service_report_id = r.service_report_id)`.as(
        'pages_read_at',
      ),
    ])
    .where('r.id', '=', id),
)

export function findForUpdate(db: Database, id: string) {
  return db
    .selectFrom('reports as r')
    .select([
      'r.name',
      'r.description',
      'r.subgroup_id',
      'r.service_dataset_id',
      'r.row_security',
      'r.ignore_row_security',
      ...settings,
      'r.hidden',
      'r.version',
    ])
    .where('r.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function allowsAdding(db: Database): Promise<{ allow_adding_reports: boolean }> {
  return db.selectFrom('tenants').select('allow_adding_reports').where('id', '=', tenant).executeTakeFirstOrThrow()
}

export type NewReport = Omit<InputOf<typeof addReport>, keyof Source | 'tag_ids'> & Source

export async function add(db: Database, actor: Actor, report: NewReport): Promise<string> {
  const { id } = await db
    .insertInto('reports')
    .values({ tenant_id: tenantOf(actor), added_by: actor.userId, ...inRow(report) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Converts the filters of a report into JSON for its row. */
function inRow<Fields extends { filters?: ReportFilter[] | undefined }>({ filters, ...fields }: Fields) {
  return { ...fields, ...(filters && { filters: JSON.stringify(filters) }) }
}

/** Adds a report. Returns null if its subgroup has a report of this name. */
export async function addUnlessTaken(db: Database, actor: Actor, report: NewReport): Promise<string | null> {
  const added = await db
    .insertInto('reports')
    .values({ tenant_id: tenantOf(actor), added_by: actor.userId, ...inRow(report) })
    .onConflict((conflict) => conflict.constraint('reports_name_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id ?? null
}

/** The columns that a copy takes from its original. Its position and its names by language are not copied. */
const copied = [
  'tenant_id',
  'subgroup_id',
  'workspace_id',
  'service_report_id',
  'service_dataset_id',
  'description',
  'row_security',
  'ignore_row_security',
  'ignore_role',
  'allow_edit',
  'show_page_navigation',
  'show_filter_pane',
  'show_hidden_pages',
  'show_on_catalog',
  'catalog_description',
  'catalog_descriptions',
  'show_on_app',
  'show_mobile_background',
  'allow_comments',
  'export',
  'refresh_seconds',
  'show_visual_headers',
  'show_toolbar',
  'show_last_update',
  'recommended_resolution',
  'orientation',
  'hidden',
  'cover',
  'filters',
] as const

/** Copies a report under a new name, with its tags. Returns null if the subgroup has a report of this name. */
export async function copy(db: Database, actor: Actor, id: string, name: string): Promise<string | null> {
  const columns = sql.join(copied.map((column) => sql.ref(column)))
  const { rows } = await sql<{ id: string }>`
    insert into reports (name, added_by, ${columns}) select ${name}, ${actor.userId}::uuid, ${columns} from reports where id = ${id}
    on conflict on constraint reports_name_key do nothing returning id`.execute(db)
  const copyId = rows[0]?.id ?? null
  if (copyId === null) return null
  await sql`insert into report_tags (tenant_id, report_id, tag_id)
    select tenant_id, ${copyId}::uuid, tag_id from report_tags where report_id = ${id}`.execute(db)
  return copyId
}

/** The sort columns for the order of the menu. */
export const inOrder = [sql`r.position nulls last`, sql`r.sort_name`] as const

export const orderQuery = (subgroupId: string) =>
  queryBuilder
    .selectFrom('reports as r')
    .select(['r.id', 'r.name', 'r.hidden'])
    .where('r.subgroup_id', '=', subgroupId)
    .orderBy(inOrder[0])
    .orderBy(inOrder[1])
    .limit(maxOrdered)

/** Locks a subgroup and returns it with the ids of its reports in their order; undefined if there is no such subgroup. */
export async function orderForUpdate(db: Database, subgroupId: string) {
  const subgroup = await db
    .selectFrom('report_subgroups')
    .select(['id', 'name'])
    .where('id', '=', subgroupId)
    .forUpdate()
    .executeTakeFirst()
  if (!subgroup) return undefined
  const found = await db
    .selectFrom('reports as r')
    .select(['r.id', 'r.position'])
    .where('r.subgroup_id', '=', subgroupId)
    .orderBy(inOrder[0])
    .orderBy(inOrder[1])
    .execute()
  return { ...subgroup, reports: found }
}

export async function setOrder(db: Database, subgroupId: string, ids: string[]): Promise<void> {
  await sql`
    update reports r set position = (select o.place - 1 from unnest(${ids}::uuid[]) with ordinality o(id, place) where o.id = r.id)
     where r.subgroup_id = ${subgroupId}`.execute(db)
}

export type ReportChange = Omit<InputOf<typeof updateReport>, 'id' | 'version' | 'tag_ids'> & Partial<Source>

/** Changes the given fields of a report; absent fields stay unchanged. */
export async function update(db: Database, id: string, change: ReportChange): Promise<void> {
  await db
    .updateTable('reports')
    .set((eb) => ({ ...inRow(change), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function remove(db: Database, id: string): Promise<void> {
  await db.deleteFrom('reports').where('id', '=', id).execute()
}

export async function partnerOf(db: Database): Promise<string> {
  const { partner_id } = await db
    .selectFrom('tenants')
    .select('partner_id')
    .where('id', '=', tenant)
    .executeTakeFirstOrThrow()
  return partner_id
}

export async function usesCover(db: Database, cover: string): Promise<boolean> {
  return (await db.selectFrom('reports').select('id').where('cover', '=', cover).executeTakeFirst()) !== undefined
}

/** Pages for the search */

/**
 * Limits of the job that reads pages: reports of one run over all business units, pause before a service that did not answer is called
 * again, and interval.
 */
const pageReads = { atOnce: 200, pauseMinutes: 15, everyHours: 24 } as const

/** Claims the reports whose pages are due, by business unit. The statement runs across tenants. */
export async function claimDuePages(db: Database): Promise<{ tenant_id: string; ids: string[] }[]> {
  const { rows } = await sql<{ tenant_id: string; ids: string[] }>`
    with due as (
      select r.tenant_id, r.id, r.service_report_id
        from reports r left join report_page_lists l on l.tenant_id = r.tenant_id and l.report_id = r.id
       where (l.report_id is null or l.due_at <= now() or l.service_report_id <> r.service_report_id) and ${isOpen('r.tenant_id')}
       order by l.due_at nulls first limit ${pageReads.atOnce}),
    claimed as (
      insert into report_page_lists as l (tenant_id, report_id, service_report_id, due_at)
      select d.tenant_id, d.id, d.service_report_id, now() + make_interval(mins => ${pageReads.pauseMinutes}) from due d
      on conflict (tenant_id, report_id) do update set due_at = excluded.due_at, service_report_id = excluded.service_report_id,
        read_at = case when l.service_report_id = excluded.service_report_id then l.read_at end
       where l.due_at <= now() or l.service_report_id <> excluded.service_report_id
      returning tenant_id, report_id)
    select tenant_id, array_agg(report_id) as ids from claimed group by tenant_id`.execute(db)
  return rows
}

/** The workspaces and accounts from which the pages of reports are read. */
export const pageSources = (db: Database, ids: readonly string[]) =>
  db
    .selectFrom('reports as r')
    .innerJoin('workspaces as w', 'w.id', 'r.workspace_id')
    .innerJoin('embedding_accounts as a', 'a.id', 'w.account_id')
    .select(['r.id', 'r.service_report_id'])
    .select(workspaceColumns)
    .where('r.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()

type Page = { name: string; displayName: string | null; order: number | null }

/** Replaces the pages and the outline of a report, unless the report has got another source meanwhile. */
export async function keepPages(
  db: Database,
  { id, service_report_id }: { id: string; service_report_id: string },
  pages: readonly Page[],
  outline: ReportOutline | null,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('report_page_lists')
    .set({
      outline: outline && JSON.stringify(outline),
      read_at: sql<Date>`now()`,
      due_at: sql<Date>`now() + make_interval(hours => ${pageReads.everyHours})`,
    })
    .where('report_id', '=', id)
    .where('service_report_id', '=', service_report_id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  const found = pages.map(({ name, displayName, order }, index) => ({
    name,
    display_name: displayName ?? name,
    position: order ?? index,
  }))
  await db.deleteFrom('report_pages').where('report_id', '=', id).execute()
  await sql`
    insert into report_pages (report_id, name, display_name, position)
    select ${id}::uuid, p.name, p.display_name, p.position
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as p (name text, display_name text, position integer)
    on conflict do nothing`.execute(db)
}

/** The data model of a report, with the workspace and the account from which it is read. */
export function findModel(db: Database, reportId: string) {
  return db
    .selectFrom('reports as r')
    .innerJoin('workspaces as w', 'w.id', 'r.workspace_id')
    .innerJoin('embedding_accounts as a', 'a.id', 'w.account_id')
    .select(['r.service_dataset_id', 'r.row_security', 'r.ignore_role'])
    .select(workspaceColumns)
    .where('r.id', '=', reportId)
    .executeTakeFirst()
}

/** The workspace of a report and its id at the service. */
export function findSource(db: Database, reportId: string) {
  return db
    .selectFrom('reports')
    .select(['workspace_id', 'service_report_id'])
    .where('id', '=', reportId)
    .executeTakeFirst()
}
