import { sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import { contains, offsetOf, plain } from '#platform/server/database/list.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import type { listUserGroups } from '../contract.ts'

export function pageQuery(options: InputOf<typeof listUserGroups>) {
  const query = queryBuilder
    .selectFrom('user_groups as g')
    .select([
      'g.id',
      'g.name',
      'g.description',
      'g.created_at',
      'g.version',
      membersCount().as('members'),
      sql<number>`count(*) over ()::int`.as('total'),
    ])
    .orderBy(options.sort === 'name' ? plain('g.name') : options.sort, options.order)
    .orderBy('g.id')
    .limit(options.size)
    .offset(offsetOf(options))
  return options.search ? query.where(contains(sql.ref('g.name'), options.search)) : query
}

const membersCount = () => sql<number>`(select count(*)::int from user_group_members m where m.group_id = g.id)`

/** Number of groups in a picker; the user narrows the search to find others. */
const selectSize = 20

export function selectQuery(search: string) {
  return queryBuilder
    .selectFrom('user_groups as g')
    .select(['g.id as value', 'g.name as label', membersCount().as('members')])
    .where(contains(sql.ref('g.name'), search))
    .orderBy(plain('g.name'))
    .limit(selectSize)
}

export function findQuery(id: string) {
  return queryBuilder
    .selectFrom('user_groups as g')
    .select(['g.id', 'g.name', 'g.description', 'g.version', membersOf()])
    .where('g.id', '=', id)
}

type Member = { id: string; name: string; email: string }

/** The people of the group by name, as one JSON value. This avoids a second round trip. */
const membersOf = () =>
  sql<Member[]>`coalesce((
    select json_agg(json_build_object('id', u.id, 'name', u.name, 'email', u.email) order by app.plain(u.name))
      from user_group_members m join users u on u.id = m.user_id where m.group_id = g.id), '[]')`.as('members')

export function findForUpdate(db: Database, id: string) {
  return db
    .selectFrom('user_groups as g')
    .select([
      'g.id',
      'g.name',
      'g.description',
      'g.version',
      sql<string[]>`array(select m.user_id from user_group_members m where m.group_id = g.id order by m.user_id)`.as(
        'member_ids',
      ),
    ])
    .where('g.id', '=', id)
    .forUpdate('g')
    .executeTakeFirst()
}

type GroupFields = { name: string; description: string | null }
type GroupChange = { [Field in keyof GroupFields]?: GroupFields[Field] | undefined }

export async function add(db: Database, tenantId: TenantId, fields: GroupFields): Promise<string> {
  const { id } = await db
    .insertInto('user_groups')
    .values({ tenant_id: tenantId, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Updates a user group; absent fields stay unchanged. */
export async function update(db: Database, id: string, fields: GroupChange): Promise<void> {
  await db
    .updateTable('user_groups')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Replaces the members of a group. The foreign key refuses a person of another business unit. */
export async function setMembers(
  db: Database,
  tenantId: TenantId,
  groupId: string,
  memberIds: string[],
): Promise<void> {
  await db
    .deleteFrom('user_group_members')
    .where('group_id', '=', groupId)
    .where((eb) => eb.not(eb('user_id', '=', sql<string>`any(${memberIds}::uuid[])`)))
    .execute()
  await db
    .insertInto('user_group_members')
    .columns(['tenant_id', 'group_id', 'user_id'])
    .expression(sql`select ${tenantId}::uuid, ${groupId}::uuid, unnest(${memberIds}::uuid[])`)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function remove(db: Database, id: string): Promise<void> {
  await db.deleteFrom('user_groups').where('id', '=', id).execute()
}
