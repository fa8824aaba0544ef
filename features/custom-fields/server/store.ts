import { sql } from 'kysely'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import type { AskedField, CustomKind } from '../contract.ts'

/** How many people have a value of the field. */
export const people = sql`(select count(*)::int from memberships m where m.custom ? r.id::text)`

export const askedQuery = () =>
  queryBuilder
    .selectFrom('custom_fields as r')
    .select(['r.id', 'r.name', 'r.options', 'r.required', sql<CustomKind>`r.kind`.as('kind')])
    .orderBy('r.created_at')
    .orderBy('r.id')

/** The fields, held against changes until the transaction ends. */
export async function askedFields(db: Database): Promise<AskedField[]> {
  const { rows } = await sql<AskedField>`
    select id, name, kind, options, required from custom_fields order by created_at, id for share`.execute(db)
  return rows
}

/** Takes the field's values from everybody. */
export async function removeValues(db: Database, id: string): Promise<void> {
  await sql`update memberships set custom = custom - ${id}::text where custom ? ${id}::text`.execute(db)
}

export async function hasValues(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`select from memberships where custom ? ${id}::text limit 1`.execute(db)
  return rows.length > 0
}
