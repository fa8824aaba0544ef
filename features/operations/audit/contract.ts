// The audit trail: who did what, when and from where. This noun reads it; platform/server/audit.ts writes it. Every query has a range of
// days in the business unit's time zone, so that a trail of many years stays fast.
import { z } from 'zod'
import { day, id, instant } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { listAnswer, listInput } from '#platform/contract/list.ts'

/** The default and the maximum range of a query, in days. */
export const auditDays = { default: 7, max: 366 } as const

const name = z.string().max(60)

const entry = {
  id: id(),
  at: instant(),
  event: z.string(),
  actor_id: id().nullable(),
  actor_name: z.string().nullable(),
  /** Name of the partner, or of the platform, whose staff the actor is; null for people of the business unit. */
  actor_origin: z.string().nullable(),
  actor_email: z.string().nullable(),
  /** The owner of the account, if staff acted on their behalf. */
  on_behalf_of: z.string().nullable(),
  address: z.string().nullable(),
  target_type: z.string().nullable(),
  target_id: z.string().nullable(),
  target_name: z.string().nullable(),
  /** Name of the business unit, for staff without one. */
  tenant_name: z.string().nullable(),
}

export const auditRow = z.object(entry)

export const auditEntry = z.object({
  ...entry,
  /** Old and new value of each field. A secret is masked. */
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  /** Current names of records whose ids are in the changes, if the session may see them. */
  names: z.record(z.string(), z.string()),
})

export const listAudit = call({
  method: 'GET',
  path: 'auth/audit/all',
  summary: 'Entries of the audit trail within a range of days; the search covers names, e-mails and events.',
  access: 'audit.read',
  does: 'read',
  input: listInput(['at'], {
    order: z.enum(['asc', 'desc']).default('desc'),
    from: day().optional(),
    to: day().optional(),
    event: name.optional(),
    target_type: name.optional(),
    actor_id: id().optional(),
    target_id: name.optional(),
  }),
  answers: listAnswer(auditRow),
})

export const readAudit = call({
  method: 'GET',
  path: 'auth/audit/get',
  summary: 'One entry of the audit trail with the old and new value of each field.',
  access: 'audit.read',
  does: 'read',
  input: z.object({ id: id() }),
  answers: auditEntry,
})

export const exportAudit = exportCall(listAudit, 'audit.exported')
