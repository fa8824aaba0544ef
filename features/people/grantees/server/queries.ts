// Records that are granted to people and user groups, for the features that have such records.
import { type RawBuilder, sql } from 'kysely'
import type { DB } from '#database/tables.ts'
import type { Database } from '#platform/server/database/kysely.ts'

/** A table of grants: each row names a record, and a person or a group to whom it is granted. `record` is the column of the record. */
export type GrantTable = { table: keyof DB; record: string }

export type Grantees = { user_ids: string[]; group_ids: string[] }

/** Condition for `where`: the record with this id is granted to a person, directly or through a group. By default to that of the session. */
export const isGranted = (
  { table, record }: GrantTable,
  id: RawBuilder<unknown>,
  userId: RawBuilder<unknown> = sql`(select app.user_id())`,
): RawBuilder<boolean> =>
  sql<boolean>`${id} in (
    select ${sql.ref(`granted.${record}`)} from ${sql.table(table)} granted where granted.user_id = ${userId}
    union all
    select ${sql.ref(`granted.${record}`)} from user_group_members member join ${sql.table(table)} granted on granted.group_id = member.group_id
     where member.user_id = ${userId})`

/** Sub-select: the people to whom the record is granted, directly or through a group. */
export const granteesIn = ({ table, record }: GrantTable, id: RawBuilder<unknown>) => sql<{ user_id: string }>`
    select granted.user_id from ${sql.table(table)} granted where ${sql.ref(`granted.${record}`)} = ${id} and granted.user_id is not null
    union all
    select member.user_id from ${sql.table(table)} granted join user_group_members member on member.group_id = granted.group_id
     where ${sql.ref(`granted.${record}`)} = ${id}`

/** The people to whom the record is granted directly, by name, as one JSON value. */
export const grantedPeople = ({ table, record }: GrantTable, id: RawBuilder<unknown>) =>
  sql<{ id: string; name: string; email: string }[]>`coalesce((
    select json_agg(json_build_object('id', person.id, 'name', person.name, 'email', person.email) order by app.plain(person.name))
      from ${sql.table(table)} granted join users person on person.id = granted.user_id where ${sql.ref(`granted.${record}`)} = ${id}), '[]')`

/** The groups to which the record is granted, by name, as one JSON value. */
export const grantedGroups = ({ table, record }: GrantTable, id: RawBuilder<unknown>) =>
  sql<{ id: string; name: string; members: number }[]>`coalesce((
    select json_agg(json_build_object('id', team.id, 'name', team.name,
             'members', (select count(*) from user_group_members member where member.group_id = team.id)) order by app.plain(team.name))
      from ${sql.table(table)} granted join user_groups team on team.id = granted.group_id where ${sql.ref(`granted.${record}`)} = ${id}), '[]')`

/** The grantees of a record, sorted, so that two lists can be compared. */
export async function granteesOf(db: Database, { table, record }: GrantTable, id: string): Promise<Grantees> {
  const { rows } = await sql<Grantees>`
    select coalesce(array_agg(x.user_id order by x.user_id) filter (where x.user_id is not null), '{}') as user_ids,
           coalesce(array_agg(x.group_id order by x.group_id) filter (where x.group_id is not null), '{}') as group_ids
      from ${sql.table(table)} x where ${sql.ref(`x.${record}`)} = ${id}`.execute(db)
  return rows[0] ?? { user_ids: [], group_ids: [] }
}
