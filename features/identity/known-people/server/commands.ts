// A second membership for people whom another business unit of the same partner knows: for registration, for identity providers and for
// directories. A registration proves the address by a mail. Providers and directories prove nothing that their unit does not control.
import { type AuditActor, writeAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { announce } from '#platform/server/live/announce.ts'
import * as store from './store.ts'

export { addMembership, freePhone, personToJoin } from './store.ts'

type Offer = { tenantId: string; email: string; phone?: string | null; department?: string | null }

/**
 * Offers a known person, whom an identity provider or a directory names, a membership: at once, or after an administrator agreed, as the
 * business unit wants it. Returns null for everybody who must not get one. Runs with the platform's view of all tenants.
 */
export async function offerMembership(
  db: Database,
  { tenantId, email, phone = null, department = null }: Offer,
  auditActor: AuditActor,
): Promise<{ userId: string; isMember: boolean } | null> {
  const person = await store.personToJoin(db, { tenantId, email, byMail: false })
  if (!person) return null
  const { userId, name } = person
  if (person.isAtOnce) {
    await store.addMembership(db, tenantId, userId, { phone, department })
    const target = { type: 'user', id: userId, name }
    await writeAudit(db, auditActor, 'user.added', { target, after: { name, email, profile: 'user', department } })
    return { userId, isMember: true }
  }
  // A person who comes again while they wait changes nothing.
  if ((await store.addWaiting(db, tenantId, email, person)) !== undefined) {
    const target = { type: 'user', id: null, name }
    await writeAudit(db, auditActor, 'registration.requested', { target, after: { name, email, waits: true } })
    await announce(db, { kind: 'registrations_changed', tenantId })
  }
  return { userId, isMember: false }
}
