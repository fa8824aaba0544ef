// Queries on remote access for other nouns.
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import type { Actor } from '#platform/server/session/actor.ts'
import * as store from './store.ts'

export { offersAccess } from './rules.ts'

/** The SQL condition that the business unit of the session allows remote access. */
export const isRemoteAllowed = () => sql<boolean>`(select g.allow_remote_access from settings g)`

/** Returns the remote access to which a session belongs; null for a person's own session. */
export async function remoteAccessOf(db: Database, { sessionId, realPerson, name, profile }: Actor) {
  if (!realPerson) return null
  const found = await store.findBySession(db, sessionId)
  if (!found?.started_at) return null
  return {
    requester: { name: found.requester_name, profile: found.requester_profile },
    person: { name, profile },
    since: found.started_at,
    reason: found.reason,
  }
}
