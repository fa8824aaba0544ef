// Questions of other parts of the sign-in.
import type { Database } from '#platform/server/database/kysely.ts'
import type { Place } from '#platform/server/hosts.ts'

/** The apps that the sign-in page of this place offers. */
export async function samlChoices(db: Database, { tenantId }: Place): Promise<{ id: string; name: string }[]> {
  if (tenantId === null) return []
  return db
    .selectFrom('saml_apps')
    .select(['id', 'name'])
    .where('tenant_id', '=', tenantId)
    .where('status', '=', true)
    .orderBy('name')
    .execute()
}
