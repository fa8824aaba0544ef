// SQL of embedded access. It runs before a session exists, with the platform's view of all tenants: its statements name their tenant.
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'

/** Stores the id of a used token. Returns false when it was used before. Deletes the ids of expired tokens. */
export async function useToken(db: Database, tenantId: string, used: { id: string; expires: Date }): Promise<boolean> {
  await db
    .deleteFrom('embedded_used_tokens')
    .where('tenant_id', '=', tenantId)
    .where('expires_at', '<', sql<Date>`now() - interval '1 minute'`)
    .execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('embedded_used_tokens')
    .values({ tenant_id: tenantId, token_id: used.id, expires_at: used.expires })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Finds a person of the business unit. Staff are not found, because they have no membership: another site must not sign them in. */
export async function findPerson(db: Database, tenantId: string, email: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('users as u')
    .innerJoin('memberships as m', 'm.user_id', 'u.id')
    .select('u.id')
    .where('m.tenant_id', '=', tenantId)
    .where('u.email', '=', email)
    .where('u.staff', 'is', null)
    .executeTakeFirst()
  return found?.id
}
