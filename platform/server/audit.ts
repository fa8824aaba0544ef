// The only writer of the audit trail. Each changing call notes its change, and the entry is in the same transaction as the change.
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Database } from './database/kysely.ts'
import type { Actor } from './session/actor.ts'
import type { Caller } from './http/caller.ts'

export type Target = { type: string; id: string | null; name?: string | null }

/** What a handler reports about its change. `before` and `after` hold fields by name; equal fields are left out. */
export type AuditNote = {
  target: Target
  before?: object
  after?: object
  /** The partner that sees the entry, when the platform's staff change something of a partner. */
  partnerId?: string
}

export type AuditActor = {
  actorId: string | null
  actorEmail: string | null
  /** The person's name at that time; null when no person is known. */
  actorName?: string | null
  tenantId: string | null
  partnerId: string | null
  /** Remote access: the person whose session was used. */
  onBehalfOf?: string | null
  /** The IP address of the caller; null for changes that the product makes without a caller. */
  address: string | null
}

/**
 * The actor of an audit entry. In remote access it is the requester, who acts on behalf of the person of the session. The name of an API
 * key stands behind the name of its owner, so that each list of entries tells it apart, and the search finds it.
 */
export const auditActorOf = (actor: Actor, caller: Caller): AuditActor => ({
  actorId: actor.realPerson?.id ?? actor.userId,
  actorEmail: actor.realPerson?.email ?? actor.email,
  actorName: actor.apiKey ? `${actor.name} (API: ${actor.apiKey.name})` : (actor.realPerson?.name ?? actor.name),
  onBehalfOf: actor.realPerson ? actor.userId : null,
  tenantId: actor.tenantId,
  partnerId: actor.partnerId,
  address: caller.address,
})

/** Writes one entry. When the entry fails, the transaction fails, and the change with it. */
export const writeAudit = (db: Database, actor: AuditActor, event: string, note: AuditNote): Promise<void> =>
  writeAudits(db, actor, event, [note])

/** Writes entries of many equal changes in one statement. */
export async function writeAudits(
  db: Database,
  actor: AuditActor,
  event: string,
  notes: readonly AuditNote[],
): Promise<void> {
  if (notes.length === 0) return
  // One parameter for all entries: PostgreSQL reads thousands of parameters slower than it stores their rows.
  const entries = wellFormedJson(
    notes.map(({ target, before, after, partnerId }) => ({
      partner: actor.partnerId ?? partnerId ?? null,
      target_type: target.type,
      target_id: target.id,
      target_name: target.name ?? null,
      changes: changesBetween(before ?? {}, after ?? {}),
    })),
  )
  // The partner sees all entries of its business units, also those of changes without a caller. The database knows who is staff: no caller
  // can leave out the origin, and no name can have one.
  await sql`
    insert into audit_entries (event, tenant_id, partner_id, actor_id, actor_email, actor_name, actor_origin, on_behalf_of, address, target_type,
                               target_id, target_name, changes)
    select ${event}, t.id, coalesce(r.partner, (select partner_id from tenants where id = t.id)), ${actor.actorId}::uuid,
           ${actor.actorEmail}, ${actor.actorName ?? null}, t.origin, ${actor.onBehalfOf ?? null}::uuid, ${actor.address}::inet, r.target_type,
           r.target_id, r.target_name, r.changes
      from (select x.tenant as id, case when x.tenant is not null then
                     coalesce(app.origin_in_tenant(x.tenant, x.actor), app.origin_of_staff(x.actor)) end as origin
              from (select ${actor.tenantId}::uuid as tenant, ${actor.actorId}::uuid as actor) x) t,
           jsonb_to_recordset(${entries}::jsonb) as r (partner uuid, target_type text, target_id text, target_name text, changes jsonb)`.execute(
    db,
  )
}

/**
 * JSON that `jsonb` accepts: it refuses half of a surrogate pair, at which a text may have been cut. JSON has such a half as `\\ud…`. A function
 * that sees each value makes the conversion several times slower, so only texts with one pay for it.
 */
function wellFormedJson(value: unknown): string {
  const json = JSON.stringify(value)
  if (!json.includes(String.raw`\ud`)) return json
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'string' ? each.toWellFormed() : each))
}

/** True for a field whose values must never be in the audit trail, in any record (Z3, D5). */
export const isSecretName = (field: string): boolean => /password|secret|token|hash|sealed|key$/i.test(field)

/** `{ field: [before, after] }` for each changed field. For a secret the values are masked. */
export function changesBetween(before: object, after: object): Record<string, [unknown, unknown]> {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((field) => field !== 'version')
  const values = fields.map((field) => ({ field, old: ownValue(before, field), fresh: ownValue(after, field) }))
  const differing = values.filter(({ old, fresh }) => !isSame(old, fresh))
  return Object.fromEntries(
    differing.map(({ field, old, fresh }) => [field, isSecretName(field) ? ['•', '•'] : [old ?? null, fresh ?? null]]),
  )
}

/** Whether two values are equal as JSON. Texts, numbers and absent values need no conversion, and an import compares many of them. */
function isSame(old: unknown, fresh: unknown): boolean {
  if (isPlain(old) && isPlain(fresh)) return (old ?? null) === (fresh ?? null)
  return isDeepStrictEqual(asKept(old), asKept(fresh))
}

const isPlain = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  Number.isFinite(value)

/** A record that has no such field inherits none (U6). */
const ownValue = (record: object, field: string): unknown =>
  Object.hasOwn(record, field) ? (record as Record<string, unknown>)[field] : undefined

/** The value as JSON. `jsonb` returns keys in another order, so only parsed values are compared. */
const asKept = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))
