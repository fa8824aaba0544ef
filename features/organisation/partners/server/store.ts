import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'

export const domain = sql`r.domain`
export const units = sql`(select count(*)::int from tenants t where t.partner_id = r.id)`
/** The number of people in the partner's business units who count for the user limits. */
export const people = sql`(
  select coalesce(sum(c.active), 0)::int from app.active_users() c join tenants t on t.id = c.tenant_id where t.partner_id = r.id)`
export const staff = sql`coalesce((select s.staff from app.partner_staff() s where s.partner_id = r.id), 0)`

export async function unitsOf(db: Database, id: string): Promise<string[]> {
  const found = await db.selectFrom('tenants').select('id').where('partner_id', '=', id).execute()
  return found.map((unit) => unit.id)
}
