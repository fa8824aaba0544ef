import { sql } from 'kysely'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import { type ThemeField, themeFields } from '../contract.ts'

export type ThemeRow = Record<ThemeField, string | null>

/** The query for the session's own theme and, inside a business unit, the partner's; zero to two rows. */
export const ownAndInheritedQuery = () =>
  queryBuilder
    .selectFrom('themes')
    .select([
      ...themeFields,
      'version',
      sql<boolean>`tenant_id is not distinct from (select app.tenant_id())`.as('is_own'),
    ])

type Owner = { partner_id: string; tenant_id: string | null }

/** Locks and returns the session's own theme, after inserting it if it does not exist, so that changes are serialized. */
export async function ownForUpdate(db: Database, owner: Owner) {
  await db
    .insertInto('themes')
    .values({ ...owner, version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db
    .selectFrom('themes')
    .select([...themeFields, 'id', 'version'])
    .where('partner_id', '=', owner.partner_id)
    .where('tenant_id', 'is not distinct from', owner.tenant_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function update(db: Database, id: string, change: Partial<ThemeRow>, version: number): Promise<void> {
  await db
    .updateTable('themes')
    .set({ ...change, version })
    .where('id', '=', id)
    .execute()
}
