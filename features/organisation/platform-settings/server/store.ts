import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'

export const platformQuery = () => queryBuilder.selectFrom('platform').select(['hidden_menu', 'maintenance', 'version'])

/** Locks and reads the only row, so that changes are serialized. */
export const findForUpdate = (db: Database) =>
  db.selectFrom('platform').select(['hidden_menu', 'maintenance', 'version']).forUpdate().executeTakeFirstOrThrow()

export async function update(db: Database, fields: { hidden_menu: string[]; maintenance: boolean }): Promise<void> {
  await db
    .updateTable('platform')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .execute()
}
