// SQL across two business units, with the rights of the platform: each function takes the id of the unit that it reads or changes.
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'

export const unitsQuery = () =>
  sql<{
    value: string
    label: string
  }>`(select u.id as value, u.name as label from app.sibling_units() u order by app.plain(u.name))`

export type Unit = { id: string; name: string; partner_id: string; own_name: string }

/** Finds another business unit of the same partner. */
export async function findUnit(db: Database, tenantId: string, unitId: string): Promise<Unit | undefined> {
  const { rows } = await sql<Unit>`
    select t.id, t.name, t.partner_id, own.name as own_name from tenants own join tenants t on t.partner_id = own.partner_id and t.id <> own.id
     where own.id = ${tenantId} and t.id = ${unitId} and t.enabled and t.removing_since is null`.execute(db)
  return rows[0]
}

export type Group = { id: string; name: string; description: string | null }

export const lockGroup = (db: Database, tenantId: string, id: string): Promise<Group | undefined> =>
  db
    .selectFrom('user_groups')
    .select(['id', 'name', 'description'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export type Facts = {
  people: string[]
  moving: number
  already: number
  administrators: number
  managed: number
  grants: number
  shifts: number
  other_groups: number
  custom_values: number
  phones: number
  needed: number
  places: number
  name_taken: boolean
  /** No permanent administrator would stay in the unit, which app.require_administrator() refuses. */
  leaves_nobody: boolean
}

const grantTables = ['report_grants', 'playlist_grants', 'app_grants', 'external_report_grants'] as const

/** Locks the memberships of the people until the transaction ends, and counts what the move would change. */
export async function factsOf(db: Database, tenantId: string, group: Group, unitId: string): Promise<Facts> {
  await sql`
    select from memberships m join user_group_members x on x.tenant_id = m.tenant_id and x.user_id = m.user_id
     where x.tenant_id = ${tenantId} and x.group_id = ${group.id} order by m.user_id for update of m`.execute(db)
  const grants = grantTables.map(
    (table) => sql`(select count(*) from ${sql.table(table)} g
      where g.tenant_id = ${tenantId} and (g.group_id = ${group.id} or g.user_id in (select user_id from p)))`,
  )
  const { rows } = await sql<Facts>`
    with p as (
      select m.*, exists (select from memberships o where o.tenant_id = ${unitId} and o.user_id = m.user_id) as is_there
        from memberships m join user_group_members x on x.tenant_id = m.tenant_id and x.user_id = m.user_id
       where x.tenant_id = ${tenantId} and x.group_id = ${group.id})
    select array(select user_id from p order by user_id) as people,
           (select count(*) from p where not is_there)::int as moving,
           (select count(*) from p where is_there)::int as already,
           (select count(*) from p where profile = 'admin')::int as administrators,
           (select count(*) from p where scim_managed)::int as managed,
           (${sql.join(grants, sql` + `)})::int as grants,
           (select count(*) from p where shift_id is not null)::int as shifts,
           (select count(*) from user_group_members o
             where o.tenant_id = ${tenantId} and o.group_id <> ${group.id} and o.user_id in (select user_id from p))::int as other_groups,
           (select count(*) from p cross join lateral jsonb_object_keys(p.custom) k
             where is_there or not exists (select from custom_fields f where f.id::text = k and f.tenant_id is null))::int as custom_values,
           (select count(*) from p where phone is not null and (is_there
             or exists (select from memberships o where o.tenant_id = ${unitId} and o.phone = p.phone)))::int as phones,
           (select count(*) from p where not is_there and state in ('A', 'B', 'I'))::int as needed,
           (select t.user_limit - (select count(*) from memberships o where o.tenant_id = t.id and o.state in ('A', 'B', 'I'))
              from tenants t where t.id = ${unitId})::int as places,
           exists (select from user_groups g where g.tenant_id = ${unitId} and app.plain(g.name) = app.plain(${group.name})) as name_taken,
           exists (select from p where profile = 'admin' and state = 'A')
             and not exists (select from memberships o
               where o.tenant_id = ${tenantId} and o.profile = 'admin' and o.state = 'A' and o.block_on is null and o.delete_on is null
                 and o.user_id not in (select user_id from p)) as leaves_nobody`.execute(db)
  const [row] = rows
  if (!row) throw new Error('one row')
  return row
}

type Move = { from: string; to: string; group: Group; people: readonly string[] }

/**
 * Moves people and group. The new memberships come first, because a person without any membership is erased. Values of the partner's custom
 * fields move, because these fields exist in both units. Values of the unit's own fields, shifts, and telephones that another person of the
 * new unit has do not move.
 */
export async function move(db: Database, { from, to, group, people }: Move): Promise<string> {
  await sql`
    insert into memberships (tenant_id, user_id, profile, state, phone, department, toggles, ignore_auto_block, allow_remote_access,
                             block_on, delete_on, last_sign_in_at, custom)
    select ${to}::uuid, m.user_id, m.profile, m.state,
           case when not exists (select from memberships o where o.tenant_id = ${to} and o.phone = m.phone) then m.phone end,
           m.department, m.toggles, m.ignore_auto_block, m.allow_remote_access, m.block_on, m.delete_on, m.last_sign_in_at,
           coalesce((select jsonb_object_agg(v.key, v.value) from jsonb_each(m.custom) v
                       join custom_fields f on f.id::text = v.key and f.tenant_id is null), '{}')
      from memberships m
     where m.tenant_id = ${from} and m.user_id = any(${people}::uuid[])
       and not exists (select from memberships o where o.tenant_id = ${to} and o.user_id = m.user_id)`.execute(db)
  const { id } = await db
    .insertInto('user_groups')
    .values({ tenant_id: to, name: group.name, description: group.description })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into user_group_members (tenant_id, group_id, user_id)
    select ${to}::uuid, ${id}::uuid, unnest(${people}::uuid[])`.execute(db)
  await sql`
    update users set home_tenant_id = ${to} where home_tenant_id = ${from} and id = any(${people}::uuid[])`.execute(db)
  await sql`
    update sessions set ended_at = now(), ended_by = 'user_removed'
     where tenant_id = ${from} and user_id = any(${people}::uuid[]) and ended_at is null`.execute(db)
  await sql`delete from memberships where tenant_id = ${from} and user_id = any(${people}::uuid[])`.execute(db)
  await sql`delete from user_groups where tenant_id = ${from} and id = ${group.id}`.execute(db)
  return id
}
