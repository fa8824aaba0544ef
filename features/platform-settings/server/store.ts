import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'

export const platformQuery = () => queryBuilder.selectFrom('platform').select(['hidden_menu', 'version'])

/** The one row, locked: whoever comes second sees the first one's version. */
export const findForUpdate = (db: Database) =>
  db.selectFrom('platform').select(['hidden_menu', 'version']).forUpdate().executeTakeFirstOrThrow()

export async function update(db: Database, hidden_menu: string[]): Promise<void> {
  await db
    .updateTable('platform')
    .set((eb) => ({ hidden_menu, version: eb('version', '+', 1) }))
    .execute()
}
