import { sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { offsetOf } from '#platform/server/database/list.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import type { listUnitPeople } from '../contract.ts'

/** Whether the settings allow administrators to add people of other business units. */
const isAllowed = sql<boolean>`(select s.import_from_units from settings s)`

export const unitsQuery = () =>
  sql<{ value: string | null; label: string | null; is_allowed: boolean }>`(
    select u.id as value, u.name as label, g.is_allowed
      from (select ${isAllowed} as is_allowed) g left join app.sibling_units() u on true order by app.plain(u.name))`

export type UnitPerson = { id: string; name: string; email: string; department: string | null; is_here: boolean }

/**
 * The query for people of another unit. If the unit exists and nobody matches, it returns one row without an id; if there is no such unit,
 * no row.
 */
export const peopleQuery = ({ unit_id, search, ...page }: InputOf<typeof listUnitPeople>) =>
  sql<Partial<UnitPerson> & { total: number | null; is_allowed: boolean }>`(
    select p.*, ${isAllowed} as is_allowed
      from app.sibling_units() u
      left join app.people_of_sibling(u.id, ${search}, null, ${page.size}::integer, ${offsetOf(page)}::integer) p on true
     where u.id = ${unit_id}::uuid)`

export async function isAllowedForAdmins(db: Database): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select ${isAllowed} as is`.execute(db)
  return rows[0]?.is ?? false
}

/** Returns another business unit of the partner and the people with these ids in it; undefined when the partner has no such unit. */
export async function findPeople(
  db: Database,
  unitId: string,
  ids: readonly string[],
): Promise<{ name: string; people: UnitPerson[] } | undefined> {
  const { rows } = await sql<{ name: string; people: UnitPerson[] }>`
    select u.name, coalesce((select json_agg(p) from app.people_of_sibling(u.id, '', ${ids}::uuid[], ${ids.length}::integer, 0) p), '[]') as people
      from app.sibling_units() u where u.id = ${unitId}::uuid`.execute(db)
  return rows[0]
}

export async function addReader(
  db: Database,
  tenantId: TenantId,
  { id, department }: UnitPerson,
  groupIds: readonly string[],
): Promise<void> {
  await db
    .insertInto('memberships')
    .values({ tenant_id: tenantId, user_id: id, profile: 'user', state: 'A', department, custom: '{}' })
    .execute()
  await db
    .insertInto('user_group_members')
    .columns(['tenant_id', 'group_id', 'user_id'])
    .expression(sql`select distinct ${tenantId}::uuid, g, ${id}::uuid from unnest(${groupIds}::uuid[]) g`)
    .execute()
}
