import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'

export const platformQuery = () => queryBuilder.selectFrom('platform').select(['hidden_menu', 'version'])

/** The only row. Locks it, so that changes are serialized. */
export const findForUpdate = (db: Database) =>
  db.selectFrom('platform').select(['hidden_menu', 'version']).forUpdate().executeTakeFirstOrThrow()

export async function update(db: Database, hidden_menu: string[]): Promise<void> {
  await db
    .updateTable('platform')
    .set((eb) => ({ hidden_menu, version: eb('version', '+', 1) }))
    .execute()
}
