import { type RawBuilder, sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import { type Database, compiledById, queryBuilder } from '#platform/server/database/kysely.ts'
import { contains, offsetOf, plain } from '#platform/server/database/list.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import { isTagged, isTaggedLike, tagsOfReport } from '#features/tags/server/reads.ts'
import type { Orientation, addReport, listReports, updateReport } from '../contract.ts'
import type { Source } from './rules.ts'

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

/** The direction applies to each column. */
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
    .where('t.id', '=', sql<string>`app.tenant_id()`)
}

export const findQuery = compiledById((id) =>
  withPlace()
    .select([
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
      sql<Orientation>`r.orientation`.as('orientation'),
      'r.recommended_resolution',
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
      'r.workspace_id',
      'r.service_report_id',
      'r.service_dataset_id',
      'r.row_security',
      'r.ignore_row_security',
      'r.ignore_role',
      'r.allow_edit',
      'r.show_page_navigation',
      'r.show_filter_pane',
      'r.show_hidden_pages',
      'r.show_visual_headers',
      'r.show_toolbar',
      'r.show_last_update',
      sql<Orientation>`r.orientation`.as('orientation'),
      'r.recommended_resolution',
      'r.hidden',
      'r.version',
    ])
    .where('r.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function allowsAdding(db: Database): Promise<{ allow_adding_reports: boolean }> {
  return db
    .selectFrom('tenants')
    .select('allow_adding_reports')
    .where('id', '=', sql<string>`app.tenant_id()`)
    .executeTakeFirstOrThrow()
}

export type NewReport = Omit<InputOf<typeof addReport>, keyof Source | 'tag_ids'> & Source

export async function add(db: Database, tenantId: TenantId, report: NewReport): Promise<string> {
  const { id } = await db
    .insertInto('reports')
    .values({ tenant_id: tenantId, ...report })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type ReportChange = Omit<InputOf<typeof updateReport>, 'id' | 'version' | 'tag_ids'> & Partial<Source>

/** Absent fields stay unchanged. */
export async function update(db: Database, id: string, change: ReportChange): Promise<void> {
  await db
    .updateTable('reports')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function remove(db: Database, id: string): Promise<void> {
  await db.deleteFrom('reports').where('id', '=', id).execute()
}
