// SQL of switching. It runs with the platform's view, because it begins sessions in other tenants. Every statement looks up exact keys.
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'

/** Reads name, subdomain and main domain of a tenant that the person may enter, by its id; undefined for any other. */
export async function findTarget(db: Database, userId: string, tenantId: string) {
  return db
    .selectFrom('tenants as t')
    .innerJoin('settings as s', 's.tenant_id', 't.id')
    .select(['t.id', 't.name', 't.partner_id', 't.subdomain', 't.domain', 's.allow_remote_access'])
    .where('t.id', '=', tenantId)
    .where('t.removing_since', 'is', null)
    .where(
      sql<boolean>`exists (
        select from users u where u.id = ${userId} and (
          u.staff = 'a2m' or u.staff = 'master' and u.partner_id = t.partner_id
          or exists (select from memberships m where m.tenant_id = t.id and m.user_id = u.id)))`,
    )
    .executeTakeFirst()
}

export async function emailOf(db: Database, userId: string): Promise<string | null> {
  const found = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  return found?.email ?? null
}

/** Ends sessions that the new one replaces. */
export async function endReplaced(db: Database, userId: string, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return
  await db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()`, ended_by: 'switched' })
    .where('id', 'in', sessionIds)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}
