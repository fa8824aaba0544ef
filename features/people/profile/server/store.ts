import { sql } from 'kysely'
import type { Language } from '#catalogue/languages.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'

const ownId = sql<string>`(select app.user_id())`

/** The query for the session's person; `member` tells whether they have a membership in the session's business unit. */
const own = (db: Database) =>
  db
    .selectFrom('users as u')
    .leftJoin('memberships as m', (join) =>
      join.onRef('m.user_id', '=', 'u.id').on('m.tenant_id', '=', sql<string>`(select app.tenant_id())`),
    )
    .select(['u.name', 'u.email', 'u.language', 'u.auth_type', 'm.phone', 'm.department'])
    .select([
      sql<number>`coalesce(m.version, u.version)`.as('version'),
      sql<boolean>`m.user_id is not null`.as('member'),
    ])
    .where('u.id', '=', ownId)
    .$narrowType<{ language: Language }>()

export const ownQuery = () => own(queryBuilder)

export const findOwn = (db: Database) => own(db).executeTakeFirst()

/** Updates the user; absent fields stay unchanged. Returns false for a stale version; with `seen` null the version is not checked. */
export async function updatePerson(
  db: Database,
  fields: { name?: string | undefined; language?: string | undefined },
  seen: number | null,
): Promise<boolean> {
  let query = db
    .updateTable('users')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('id', '=', ownId)
  if (seen !== null) query = query.where('version', '=', seen)
  return (await query.executeTakeFirst()).numUpdatedRows === 1n
}

/** Updates the membership. Returns false for a stale version. */
export async function updateMembership(
  db: Database,
  version: number,
  fields: { phone?: string | null | undefined },
): Promise<boolean> {
  const updated = await db
    .updateTable('memberships')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('user_id', '=', ownId)
    .where('version', '=', version)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Replaces the password hash. Returns false if the password changed in the meantime. */
export async function replacePassword(db: Database, before: string | null, after: string): Promise<boolean> {
  const updated = await db
    .updateTable('users')
    .set({ password_hash: after })
    .where('id', '=', ownId)
    .where('password_hash', 'is not distinct from', before)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

export type OwnSession = {
  id: string
  address: string
  user_agent: string | null
  host: string
  unit: string | null
  created_at: Date
  last_seen_at: Date
}

export const sessionsQuery = (): SessionQuery<OwnSession> =>
  sql<OwnSession>`(select * from app.own_sessions() order by last_seen_at desc, id)`

/** Ends one session of the person, or all except `currentSession`. Returns the ended sessions. */
export async function endSessions(db: Database, one: string | null, currentSession: string, reason: string) {
  const { rows } = await sql<{ session_id: string; tenant_id: string | null }>`
    select session_id, tenant_id from app.end_own_sessions(${one}, ${currentSession}, ${reason})`.execute(db)
  return rows
}
