// Queries on single sign-on for other nouns, under the row-level security of a business unit.
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'

/** Returns the authentication method of people whom a directory adds: that of the business unit's single sign-on. */
export async function signOnOf(db: Database): Promise<'saml' | 'microsoft' | 'password'> {
  const { rows } = await sql<{ saml: boolean; openid: boolean }>`
    select exists (select from saml_apps where status) as saml, exists (select from openid_providers where status) as openid`.execute(
    db,
  )
  const [found] = rows
  if (found?.saml) return 'saml'
  return found?.openid ? 'microsoft' : 'password'
}
