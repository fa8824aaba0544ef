// Queries on OpenID providers for other nouns of the sign-in.
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import type { HostOwner } from '#platform/server/hosts.ts'
import type { ProviderIcon } from '../contract.ts'

export type OpenidChoice = { id: string; name: string; icon: ProviderIcon }

/** Returns the providers that the sign-in page of this host owner offers. */
export async function openidChoices(db: Database, { tenantId }: HostOwner): Promise<OpenidChoice[]> {
  if (tenantId === null) return []
  return db
    .selectFrom('openid_providers')
    .select(['id', 'name', sql<ProviderIcon>`icon`.as('icon')])
    .where('tenant_id', '=', tenantId)
    .where('status', '=', true)
    .orderBy('name')
    .execute()
}
