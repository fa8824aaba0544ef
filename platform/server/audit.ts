// The audit trail's one writer. A changing call says what it did to what; the entry stands in the same transaction as the change.
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Database } from './database/kysely.ts'
import type { Actor } from './session/actor.ts'
import type { Caller } from './http/caller.ts'

export type Target = { type: string; id: string | null; name?: string | null }

/** What a handler says of its change. `before` and `after` hold fields by name; equal ones are left out. */
export type AuditNote = {
  target: Target
  before?: object
  after?: object
  /** Whose trail tells of it, where the platform's people act on what is a partner's. */
  partnerId?: string
}

export type AuditWho = {
  actorId: string | null
  actorEmail: string | null
  /** As the person was called then; null where nobody was known. */
  actorName?: string | null
  tenantId: string | null
  partnerId: string | null
  /** Null for what the product does by itself. */
  address: string | null
}

export const whoOf = (actor: Actor, caller: Caller): AuditWho => ({
  actorId: actor.userId,
  actorEmail: actor.email,
  actorName: actor.name,
  tenantId: actor.tenantId,
  partnerId: actor.partnerId,
  address: caller.address,
})

/** Writes one entry. A failed entry fails the transaction, and with it the change. */
export async function writeAudit(db: Database, who: AuditWho, event: string, note: AuditNote): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values({
      event,
      tenant_id: who.tenantId,
      // What happens in a business unit is its partner's to see, also when the product did it by itself.
      partner_id:
        who.partnerId ?? note.partnerId ?? sql`(select partner_id from tenants where id = ${who.tenantId}::uuid)`,
      actor_id: who.actorId,
      actor_email: who.actorEmail,
      actor_name: who.actorName ?? null,
      address: who.address,
      target_type: note.target.type,
      target_id: note.target.id,
      target_name: note.target.name ?? null,
      changes: JSON.stringify(changesBetween(note.before ?? {}, note.after ?? {})),
    })
    .execute()
}

/** True for names that never reach the trail with their values, whichever record they stand in (Z3, D5). */
export const isSecretName = (field: string): boolean => /password|secret|token|hash|sealed|key$/i.test(field)

/** `{ field: [before, after] }` for each field that differs; a secret shows only that it changed. */
export function changesBetween(before: object, after: object): Record<string, [unknown, unknown]> {
  const [old, fresh] = [before as Record<string, unknown>, after as Record<string, unknown>]
  const fields = [...new Set([...Object.keys(old), ...Object.keys(fresh)])].filter((field) => field !== 'version')
  const differing = fields.filter((field) => !isDeepStrictEqual(asKept(old[field]), asKept(fresh[field])))
  return Object.fromEntries(
    differing.map((field) => [field, isSecretName(field) ? ['•', '•'] : [old[field] ?? null, fresh[field] ?? null]]),
  )
}

/** As JSON has it. What the database kept as JSON comes back with its keys in another order. */
const asKept = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))
