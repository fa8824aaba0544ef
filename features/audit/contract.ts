// The audit trail: who did what, when and from where. It is written by platform/server/audit.ts and only read here.
// Always within a range of days in the business unit's own zone, so that a trail of years stays quick.
import { z } from 'zod'
import { day, id, instant } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { listAnswer, listInput } from '#platform/contract/list.ts'

/** Without days the last seven; more than a year at once is refused. */
export const auditDays = { default: 7, most: 366 } as const

/** A list counts no further: more entries than these are "more than". */
export const auditCounted = 10_000

const name = z.string().max(60)

const entry = {
  id: id(),
  at: instant(),
  event: z.string(),
  actor_id: id().nullable(),
  actor_name: z.string().nullable(),
  actor_email: z.string().nullable(),
  /** Whose account was used, when staff acted in it. */
  on_behalf_of: z.string().nullable(),
  address: z.string().nullable(),
  target_type: z.string().nullable(),
  target_id: z.string().nullable(),
  target_name: z.string().nullable(),
  /** The business unit, for staff outside of one. */
  tenant_name: z.string().nullable(),
}

export const auditRow = z.object(entry)

export const auditEntry = z.object({
  ...entry,
  /** What each field was and is. A secret shows only that it changed. */
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  /** What records are called now whose ids stand in the changes, as far as the session may see them. */
  names: z.record(z.string(), z.string()),
})

export const listAudit = call({
  method: 'GET',
  path: 'auth/audit/all',
  summary: 'Entries of the audit trail within a range of days; the search looks at names, e-mails and what was done.',
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
  summary: 'One entry of the audit trail with what each field was before and after.',
  access: 'audit.read',
  does: 'read',
  input: z.object({ id: id() }),
  answers: auditEntry,
})

export const exportAudit = exportCall(listAudit, 'audit.exported')
