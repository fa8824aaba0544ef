import { sql } from 'kysely'
import { type ListChoice, type ListView } from '#platform/contract/list-choice.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'

/** The query for all saved lists; row-level security restricts it to the session's person and business unit. */
export const allQuery = () =>
  queryBuilder
    .selectFrom('list_choices')
    .select(['list', 'layout', 'columns', sql<ListView[]>`views`.as('views')])
    .orderBy('list')

/** Counts the person's saved lists, without the list `list`. */
export async function countOthers(db: Database, list: string): Promise<number> {
  const { count } = await db
    .selectFrom('list_choices')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('list', '<>', list)
    .executeTakeFirstOrThrow()
  return count
}

type Owner = { user_id: string; tenant_id: string | null }

export async function writeChoice(
  db: Database,
  owner: Owner,
  { list, layout, columns, views }: ListChoice,
): Promise<void> {
  const storedChoice = { layout, columns, views: JSON.stringify(views) }
  await db
    .insertInto('list_choices')
    .values({ ...owner, list, ...storedChoice })
    .onConflict((conflict) => conflict.columns(['user_id', 'tenant_id', 'list']).doUpdateSet(storedChoice))
    .execute()
}

export async function forget(db: Database, list: string): Promise<void> {
  await db.deleteFrom('list_choices').where('list', '=', list).execute()
}
