import type { Database } from '#platform/server/database/kysely.ts'

/** The name of a report, for the log of the model. */
export async function findName(db: Database, reportId: string): Promise<string | null> {
  const found = await db.selectFrom('reports').select('name').where('id', '=', reportId).executeTakeFirst()
  return found?.name ?? null
}
