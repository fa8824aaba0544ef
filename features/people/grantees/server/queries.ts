// Records that are granted to people and user groups, for the features that have such records.
import { type RawBuilder, sql } from 'kysely'
import type { DB } from '#database/tables.ts'
import type { Database } from '#platform/server/database/kysely.ts'

/** A table of grants: each row names a record, and a person or a group to whom it is granted. `record` is the column of the record. */
export type GrantTable = { table: keyof DB; record: string }

export type Grantees = { user_ids: string[]; group_ids: string[] }

/** Condition for `where`: the record with this id is granted to the person of the session, directly or through a group. */
export const isGranted = ({ table, record }: GrantTable, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${id} in (
    select ${sql.ref(`x.${record}`)} from ${sql.table(table)} x where x.user_id = (select app.user_id())
    union all
    select ${sql.ref(`x.${record}`)} from user_group_members m join ${sql.table(table)} x on x.group_id = m.group_id
     where m.user_id = (select app.user_id()))`

/** The people to whom the record is granted directly, by name, as one JSON value. */
export const grantedPeople = ({ table, record }: GrantTable, id: RawBuilder<unknown>) =>
  sql<{ id: string; name: string; email: string }[]>`coalesce((
    select json_agg(json_build_object('id', u.id, 'name', u.name, 'email', u.email) order by app.plain(u.name))
      from ${sql.table(table)} x join users u on u.id = x.user_id where ${sql.ref(`x.${record}`)} = ${id}), '[]')`

/** The groups to which the record is granted, by name, as one JSON value. */
export const grantedGroups = ({ table, record }: GrantTable, id: RawBuilder<unknown>) =>
  sql<{ id: string; name: string; members: number }[]>`coalesce((
    select json_agg(json_build_object('id', g.id, 'name', g.name,
             'members', (select count(*) from user_group_members m where m.group_id = g.id)) order by app.plain(g.name))
      from ${sql.table(table)} x join user_groups g on g.id = x.group_id where ${sql.ref(`x.${record}`)} = ${id}), '[]')`

/** The grantees of a record, sorted, so that two lists can be compared. */
export async function granteesOf(db: Database, { table, record }: GrantTable, id: string): Promise<Grantees> {
  const { rows } = await sql<Grantees>`
    select coalesce(array_agg(x.user_id order by x.user_id) filter (where x.user_id is not null), '{}') as user_ids,
           coalesce(array_agg(x.group_id order by x.group_id) filter (where x.group_id is not null), '{}') as group_ids
      from ${sql.table(table)} x where ${sql.ref(`x.${record}`)} = ${id}`.execute(db)
  return rows[0] ?? { user_ids: [], group_ids: [] }
}
