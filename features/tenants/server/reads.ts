// What other features ask about the session's business unit.
import type { Database } from '#platform/server/database/kysely.ts'
import { type Actor, tenantOf } from '#platform/server/session/actor.ts'

/** May the actor add reports here, beyond the permission? Where the unit does not allow it, adding stays with the partner's staff. */
export async function mayAddReports(db: Database, actor: Actor): Promise<boolean> {
  if (actor.profile === 'a2m' || actor.profile === 'master') return true
  const { allow_adding_reports } = await db
    .selectFrom('tenants')
    .select('allow_adding_reports')
    .where('id', '=', tenantOf(actor))
    .executeTakeFirstOrThrow()
  return allow_adding_reports
}
