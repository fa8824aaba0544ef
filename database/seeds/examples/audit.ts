// The audit entries that follow from the examples.
import type { Database } from '#platform/server/database/kysely.ts'

export type AuditedAction = {
  at: Date
  actor: { id: string; name: string; email: string }
  event: string
  target: { type: string; id: string | null; name: string }
  after?: Record<string, unknown>
}
export type Audited = AuditedAction & { tenantId: string | null; partnerId: string | null }

/** Addresses of the range for documentation (RFC 5737), one for each person. */
const addressOf = (email: string) =>
  `192.0.2.${10 + (Array.from(email).reduce((sum, sign) => sum + sign.charCodeAt(0), 0) % 200)}`

export const collectAudit =
  (entries: Audited[], tenantId: string | null, partnerId: string | null) =>
  (action: AuditedAction): void => {
    entries.push({ ...action, tenantId, partnerId })
  }

/** Stores the entries, the oldest first, because each is chained to the one before. */
export async function writeAuditOf(db: Database, entries: readonly Audited[]): Promise<void> {
  if (entries.length === 0) return
  const values = entries
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ tenantId, partnerId, at, actor, event, target, after = {} }) => ({
      tenant_id: tenantId,
      partner_id: partnerId,
      at,
      event,
      actor_id: actor.id,
      actor_name: actor.name,
      actor_email: actor.email,
      address: addressOf(actor.email),
      target_type: target.type,
      target_id: target.id,
      target_name: target.name,
      changes: JSON.stringify(
        Object.fromEntries(Object.entries(after).map(([field, value]) => [field, [null, value]])),
      ),
    }))
  await db.insertInto('audit_entries').values(values).execute()
}
