import { type RawBuilder, sql } from 'kysely'
import type { ByLanguage } from '#catalogue/languages.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import { contains, offsetOf, plain } from '#platform/server/database/list.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import type { listSubgroups } from '../contract.ts'

const reports = sql<number>`(select count(*)::int from reports r where r.subgroup_id = s.id)`

const names = sql<ByLanguage>`s.names`.as('names')

const rowQuery = () =>
  queryBuilder
    .selectFrom('report_subgroups as s')
    .innerJoin('report_groups as g', 'g.id', 's.group_id')
    .select(['s.id', 's.name', names, 's.group_id', 'g.name as group', 's.version', reports.as('reports')])

const sorts: Record<InputOf<typeof listSubgroups>['sort'], RawBuilder<unknown>> = {
  position: sql`s.position`,
  name: plain('s.name'),
  reports: sql`reports`,
}

export function pageQuery({ group_id, search, ...options }: InputOf<typeof listSubgroups>) {
  let query = rowQuery().select(sql<number>`count(*) over ()::int`.as('total'))
  if (options.sort === 'position') query = query.orderBy('g.position').orderBy(plain('g.name'))
  query = query
    .orderBy(sorts[options.sort], options.order)
    .orderBy(plain('s.name'))
    .orderBy('s.id')
    .limit(options.size)
    .offset(offsetOf(options))
  if (group_id) query = query.where('s.group_id', '=', group_id)
  return search ? query.where(contains(sql`g.name || ' › ' || s.name`, search)) : query
}

export const findQuery = (id: string) => rowQuery().where('s.id', '=', id)

/** Locks the subgroup, so that no report can be added to it until the transaction ends. */
export async function findForUpdate(db: Database, id: string) {
  const subgroup = await db
    .selectFrom('report_subgroups as s')
    .select(['s.id', 's.name', names, 's.group_id', 's.version'])
    .where('s.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!subgroup) return undefined
  const held = await db
    .selectFrom('reports')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('subgroup_id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...subgroup, reports: held.count }
}

type SubgroupFields = { name: string; names?: ByLanguage | undefined; group_id: string }

/** The position after the last subgroup of the group. */
const lastOf = (groupId: string) =>
  sql<number>`(select coalesce(max(position) + 1, 0) from report_subgroups where group_id = ${groupId})`

export async function add(db: Database, tenantId: TenantId, fields: SubgroupFields): Promise<string> {
  const { id } = await db
    .insertInto('report_subgroups')
    .values({ tenant_id: tenantId, ...fields, position: lastOf(fields.group_id) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type SubgroupChange = { [Field in keyof SubgroupFields]?: SubgroupFields[Field] | undefined }

/** Changes the given fields of a subgroup; absent fields stay unchanged. A subgroup that gets another group becomes the last one there. */
export async function update(db: Database, id: string, fields: SubgroupChange): Promise<void> {
  await db
    .updateTable('report_subgroups')
    .set((eb) => ({
      ...fields,
      ...(fields.group_id ? { position: lastOf(fields.group_id) } : {}),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/**
 * All subgroups of the subgroup's group, in their order. Locks the group, so that moves are serialized. Empty if the subgroup does not
 * exist.
 */
export async function orderForUpdate(db: Database, id: string): Promise<string[]> {
  const group = await db
    .selectFrom('report_subgroups as s')
    .innerJoin('report_groups as g', 'g.id', 's.group_id')
    .select('g.id')
    .where('s.id', '=', id)
    .forUpdate('g')
    .executeTakeFirst()
  if (!group) return []
  const found = await db
    .selectFrom('report_subgroups')
    .select('id')
    .where('group_id', '=', group.id)
    .orderBy('position')
    .orderBy(plain('name'))
    .orderBy('id')
    .execute()
  return found.map((subgroup) => subgroup.id)
}

export async function nameOf(db: Database, id: string): Promise<string> {
  const { name } = await db.selectFrom('report_subgroups').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  return name
}

export async function setOrder(db: Database, order: string[]): Promise<void> {
  await db
    .updateTable('report_subgroups as s')
    .from(sql<{ id: string; place: number }>`unnest(${order}::uuid[]) with ordinality`.as<'o'>(sql`o(id, place)`))
    .set({ position: sql`o.place - 1` })
    .whereRef('s.id', '=', 'o.id')
    .execute()
}

export async function remove(db: Database, id: string): Promise<void> {
  await db.deleteFrom('report_subgroups').where('id', '=', id).execute()
}
