// Retention: for how many days a business unit keeps each kind of records. A job deletes older ones once a day.
// Next: server/jobs.ts (the deletion), catalogue/retention.ts (kinds and bounds).
import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { can, done } from '#platform/contract/list.ts'
import { type RetentionKind, retentionKinds } from '#catalogue/retention.ts'

const each = <Value>(value: (kind: RetentionKind) => Value): Record<RetentionKind, Value> =>
  Object.fromEntries(retentionKinds.map((kind) => [kind, value(kind)])) as Record<RetentionKind, Value>

/** More days than the bounds of any kind. */
const days = () => z.number().int().min(1).max(99_999)

/** Days of each kind; null: without an end, or as is usual when the kind has an end. */
const rules = each(() => days().nullable())

export const readRetention = call({
  method: 'GET',
  path: 'auth/retention/get',
  summary: 'For how many days the business unit keeps each kind of records, and the bounds of the operator.',
  access: 'retention_rule.read',
  does: 'read',
  input: z.object({}),
  answers: z.object({
    ...rules,
    bounds: z.object(each(() => z.object({ usual: days().nullable(), min: days(), max: days().nullable() }))),
    version: z.number().int(),
    can,
  }),
})

export const previewRetention = call({
  method: 'GET',
  path: 'auth/retention/preview',
  summary: 'How many records would be deleted now with these days. A kind without days is counted as is usual.',
  access: 'retention_rule.read',
  does: 'read',
  input: z.object(each(() => z.coerce.number().int().min(1).max(99_999).optional())),
  /** At most `countedRows` and one more are counted. */
  answers: z.object(each(() => z.number().int())),
})

export const updateRetention = call({
  method: 'PUT',
  path: 'auth/retention/update',
  summary:
    'Stores for how many days the business unit keeps its records. The next run of the job deletes older ones for ever.',
  access: 'retention_rule.update',
  does: 'write',
  audit: 'retention_rule.updated',
  input: z.object({ version: z.number().int(), ...rules }),
  answers: done,
})
