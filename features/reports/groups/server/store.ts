import { type RawBuilder, sql } from 'kysely'
import type { ByLanguage } from '#catalogue/languages.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import { contains, offsetOf, plain } from '#platform/server/database/list.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import type { listReportGroups } from '../contract.ts'

type Subgroup = { id: string; name: string; names: ByLanguage; reports: number; version: number }

/** The subgroups in the order of the menu, as one JSON value. */
const subgroups = sql<Subgroup[]>`coalesce((
  select json_agg(json_build_object('id', s.id, 'name', s.name, 'names', s.names, 'version', s.version,
           'reports', (select count(*) from reports r where r.subgroup_id = s.id)) order by s.position, s.name, s.id)
    from report_subgroups s where s.group_id = g.id), '[]')`

const reports = sql<number>`(
  select count(*)::int from reports r join report_subgroups s on s.id = r.subgroup_id where s.group_id = g.id)`

const names = sql<ByLanguage>`g.names`.as('names')

const rowQuery = () =>
  queryBuilder
    .selectFrom('report_groups as g')
    .select(['g.id', 'g.name', names, 'g.icon', 'g.created_at', 'g.version'])
    .select([subgroups.as('subgroups'), reports.as('reports')])

export type ReportGroupListed = Awaited<ReturnType<ReturnType<typeof rowQuery>['executeTakeFirstOrThrow']>>

const sorts: Record<InputOf<typeof listReportGroups>['sort'], RawBuilder<unknown>> = {
  position: sql`g.position`,
  name: plain('g.name'),
  reports: sql`reports`,
  created_at: sql`g.created_at`,
}

export function pageQuery({ search, ...options }: InputOf<typeof listReportGroups>) {
  const query = rowQuery()
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .orderBy(sorts[options.sort], options.order)
    .orderBy(plain('g.name'))
    .orderBy('g.id')
    .limit(options.size)
    .offset(offsetOf(options))
  if (!search) return query
  return query.where(sql<boolean>`(${contains(sql.ref('g.name'), search)} or exists (
    select from report_subgroups s where s.group_id = g.id and ${contains(sql.ref('s.name'), search)}))`)
}

export const findQuery = (id: string) => rowQuery().where('g.id', '=', id)

/** Locks the group and its subgroups, so that no report can be added to them until the transaction ends. */
export async function findForUpdate(db: Database, id: string) {
  const group = await db
    .selectFrom('report_groups as g')
    .select(['g.id', 'g.name', names, 'g.icon', 'g.position', 'g.version'])
    .where('g.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!group) return undefined
  await db.selectFrom('report_subgroups').select('id').where('group_id', '=', id).orderBy('id').forUpdate().execute()
  const held = await db
    .selectFrom('reports as r')
    .innerJoin('report_subgroups as s', 's.id', 'r.subgroup_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('s.group_id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...group, reports: held.count }
}

export async function add(
  db: Database,
  tenantId: TenantId,
  fields: { name: string; names?: ByLanguage | undefined; icon: string | null },
): Promise<string> {
  const { id } = await db
    .insertInto('report_groups')
    .values({
      tenant_id: tenantId,
      ...fields,
      position: sql`(select coalesce(max(position) + 1, 0) from report_groups)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes the given fields of a group; absent fields stay unchanged. */
export async function update(
  db: Database,
  id: string,
  fields: { name?: string | undefined; names?: ByLanguage | undefined; icon?: string | null | undefined },
): Promise<void> {
  await db
    .updateTable('report_groups')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** All groups in their order. Locks them, so that moves are serialized. */
export async function orderForUpdate(db: Database): Promise<string[]> {
  await db.selectFrom('report_groups').select('id').orderBy('id').forUpdate().execute()
  const found = await db
    .selectFrom('report_groups')
    .select('id')
    .orderBy('position')
    .orderBy(plain('name'))
    .orderBy('id')
    .execute()
  return found.map(({ id }) => id)
}

export async function nameOf(db: Database, id: string): Promise<string> {
  const { name } = await db.selectFrom('report_groups').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  return name
}

export async function setOrder(db: Database, order: string[]): Promise<void> {
  await db
    .updateTable('report_groups as g')
    .from(sql<{ id: string; place: number }>`unnest(${order}::uuid[]) with ordinality`.as<'o'>(sql`o(id, place)`))
    .set({ position: sql`o.place - 1` })
    .whereRef('g.id', '=', 'o.id')
    .execute()
}

export async function remove(db: Database, id: string): Promise<void> {
  await db.deleteFrom('report_groups').where('id', '=', id).execute()
}
