import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'

export function passwordOf(db: Database) {
  return db
    .selectFrom('users')
    .select(['auth_type', 'password_hash'])
    .where('id', '=', sql<string>`(select app.user_id())`)
    .executeTakeFirstOrThrow()
}
