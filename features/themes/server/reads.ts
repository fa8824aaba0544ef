// Queries on themes for other features.
import type { Database } from '#platform/server/database/kysely.ts'
import { over, plain, themeFields, type Worn } from '../contract.ts'
import { wornFrom } from './rules.ts'

/** The effective theme of a host, without a session: the business unit's fields, then the partner's. */
export async function themeOf(
  db: Database,
  { partnerId, tenantId }: { partnerId: string | null; tenantId: string | null },
): Promise<Worn> {
  if (partnerId === null) return plain
  const found = await db
    .selectFrom('themes')
    .select([...themeFields, 'tenant_id'])
    .where('partner_id', '=', partnerId)
    .where((eb) => eb.or([eb('tenant_id', 'is', null), eb('tenant_id', '=', tenantId)]))
    .execute()
  const of = (id: string | null) => wornFrom(found.find((row) => row.tenant_id === id))
  return tenantId === null ? of(null) : over(of(tenantId), of(null))
}
