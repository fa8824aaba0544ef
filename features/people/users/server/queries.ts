// Decisions about people for other nouns: the faults of a schedule, who may change and have an archive of a person's data, and the error codes of the
// table's constraints.
import type { Database } from '#platform/server/database/kysely.ts'
import { type Actor, may } from '#platform/server/session/actor.ts'
import { isWithinReach } from './rules.ts'
import { findQuery } from './store.ts'

export { refusalOfChange, scheduleFaults, togglesAsFields } from './rules.ts'
export { findByKeys, findForUpdate, type LockedUser } from './store.ts'
export { constraints } from './table.ts'

/** The person, a member of this business unit, if the actor may have an archive of their data: their own, or that of a person within reach. */
export async function mayArchive(db: Database, actor: Actor, id: string): Promise<{ name: string } | null> {
  const person = await db.executeQuery(findQuery(id)).then(({ rows: [found] }) => found)
  if (!person) return null
  return id === actor.userId || (may(actor, 'user.archive') && isWithinReach(actor, person))
    ? { name: person.name }
    : null
}
