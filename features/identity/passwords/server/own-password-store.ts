import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'

export function passwordOf(db: Database) {
  return db
    .selectFrom('users')
    .select(['auth_type', 'password_hash'])
    .where('id', '=', sql<string>`(select app.user_id())`)
    .executeTakeFirstOrThrow()
}

/** Did the person of the session sign in within these minutes, at a form or a provider? A switch to another business unit is no sign-in. */
export async function signedInWithin(db: Database, sessionId: string, minutes: number): Promise<boolean> {
  const found = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('auth_type', 'in', ['password', 'saml', 'microsoft'])
    .where('signed_in_at', '>', sql<Date>`now() - make_interval(mins => ${minutes})`)
    .executeTakeFirst()
  return found !== undefined
}
