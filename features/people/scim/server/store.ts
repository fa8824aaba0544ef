import { sql } from 'kysely'
import { scimTokenOverlapHours } from '#catalogue/limits.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import type { TenantId } from '#platform/server/session/actor.ts'

const oldValidUntil = () =>
  sql<Date | null>`case when c.old_valid_until > now() then c.old_valid_until end`.as('old_valid_until')

export const connectionsQuery = () =>
  queryBuilder
    .selectFrom('scim_connections as c')
    .innerJoin('tenants as t', 't.id', 'c.tenant_id')
    .select(['c.id', 'c.tenant_id', 'c.enabled', 'c.token_hint', 'c.expires_at', 'c.last_used_at', 'c.version'])
    .select(['t.subdomain', 't.domain', oldValidUntil()])

export function findForUpdate(db: Database, id: string) {
  return db
    .selectFrom('scim_connections')
    .select(['id', 'enabled', 'expires_at', 'token_hash', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

type NewConnection = { enabled: boolean; expires_at: Date | null; token_hash: Buffer; token_hint: string }

export async function add(db: Database, tenantId: TenantId, connection: NewConnection): Promise<string> {
  const { id } = await db
    .insertInto('scim_connections')
    .values({ tenant_id: tenantId, ...connection })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Change = { enabled?: boolean | undefined; expires_at?: Date | null | undefined }

/** Updates the connection; absent fields stay unchanged. */
export async function update(db: Database, id: string, change: Change): Promise<void> {
  await db
    .updateTable('scim_connections')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/**
 * Replaces the token of the connection. The old token stays valid for the overlap, so that the directory can be changed without an
 * interruption.
 */
export async function rotate(db: Database, id: string, tokenHash: Buffer, hint: string): Promise<Date | null> {
  const { old_valid_until } = await db
    .updateTable('scim_connections')
    .set((eb) => ({
      old_token_hash: eb.ref('token_hash'),
      old_valid_until: sql<Date>`now() + make_interval(hours => ${scimTokenOverlapHours})`,
      token_hash: tokenHash,
      token_hint: hint,
    }))
    .where('id', '=', id)
    .returning('old_valid_until')
    .executeTakeFirstOrThrow()
  return old_valid_until
}

/** Deletes the connection; its people and groups are then maintained in the portal. Returns whether there was a connection. */
export async function remove(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('scim_connections').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await db.updateTable('memberships').set({ scim_managed: false }).where('scim_managed', '=', true).execute()
  await db.updateTable('user_groups').set({ scim_managed: false }).where('scim_managed', '=', true).execute()
  return true
}
