// Queries on SAML apps for other nouns of the sign-in.
import type { Database } from '#platform/server/database/kysely.ts'
import type { HostOwner } from '#platform/server/hosts.ts'

/** Returns the apps that the sign-in page of this host owner offers. */
export async function samlChoices(db: Database, { tenantId }: HostOwner): Promise<{ id: string; name: string }[]> {
  if (tenantId === null) return []
  return db
    .selectFrom('saml_apps')
    .select(['id', 'name'])
    .where('tenant_id', '=', tenantId)
    .where('status', '=', true)
    .orderBy('name')
    .execute()
}
