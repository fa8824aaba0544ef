// The person on whose behalf a job imports people or takes them back, with the rights of that moment. A session may have ended meanwhile.
import { type AuditActor, writeAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { WriteContext } from '#platform/server/http/route.ts'
import type { JobContext } from '#platform/server/jobs/job.ts'
import { type Actor, type TenantId, tenantOf } from '#platform/server/session/actor.ts'
import { partnerOf, standingOf } from './store.ts'

/** No session: a change of a person ends all of their sessions. */
const noSession = '00000000-0000-0000-0000-000000000000'

/** Returns the person as actor; null: they may not work in the business unit any more. */
export async function actorOf(db: Database, tenantId: TenantId, auditActor: AuditActor): Promise<Actor | null> {
  const { actorId } = auditActor
  const standing = actorId === null ? undefined : await standingOf(db, actorId)
  if (actorId === null || !standing) return null
  return {
    ...standing,
    sessionId: noSession,
    userId: actorId,
    name: auditActor.actorName ?? '',
    language: 'pt-BR',
    actingProfile: null,
    // Nobody has the permission to import people in remote access.
    realPerson: null,
    origin: null,
    authType: 'password',
    apiKey: null,
    host: '',
    tenantId,
    partnerId: await partnerOf(db, tenantId),
    scope: 'tenant',
    timezone: 'UTC',
    hiddenMenu: [],
    expiresAt: new Date(0),
    idleMinutes: 0,
    seenSecondsAgo: 0,
  }
}

/** The context of a change that the actor makes through a job. */
export const contextFor = (
  { db, clock, announce, enqueue }: Pick<JobContext, 'db' | 'clock' | 'announce' | 'enqueue'>,
  { actor, auditActor, event }: { actor: Actor; auditActor: AuditActor; event: string },
): WriteContext => ({
  actor,
  caller: { address: auditActor.address ?? '', host: '', language: actor.language, userAgent: null },
  clock,
  db,
  audit: (note) => writeAudit(db, { ...auditActor, tenantId: tenantOf(actor) }, event, note),
  unchanged: (answer) => answer,
  announce,
  enqueue,
})
