// Verified domains for tests that need an address of its own.
import type { Database } from '#platform/server/database/kysely.ts'

type Owner = { partner_id: string; tenant_id: string | null }

/** Replaces the domains of a business unit or a partner with one main domain; null: with none. */
export async function giveDomain(db: Database, { partner_id, tenant_id }: Owner, host: string | null): Promise<void> {
  const before = db.deleteFrom('domains').where('partner_id', '=', partner_id)
  await (
    tenant_id === null ? before.where('tenant_id', 'is', null) : before.where('tenant_id', '=', tenant_id)
  ).execute()
  if (host === null) return
  const proof = { state: 'verified', proof: 'dns', verified_at: new Date(), main: true }
  await db
    .insertInto('domains')
    .values({ partner_id, tenant_id, host, token: 'token', ...proof })
    .execute()
}
