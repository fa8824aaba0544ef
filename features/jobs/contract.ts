// Background work that failed for good: a person of the platform puts it in again, or throws it away.
import { z } from 'zod'
import { id, instant } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { can, done, listAnswer, listInput } from '#platform/contract/list.ts'

export const deadJob = z.object({
  id: id(),
  /** What it was to do: `mail.send`. */
  name: z.string(),
  /** Null for platform-wide work. */
  tenant_name: z.string().nullable(),
  /** What went wrong at last; names nobody. */
  error: z.string(),
  attempts: z.number().int(),
  put_in_at: instant(),
  failed_at: instant(),
  can,
})

export const listDeadJobs = call({
  method: 'GET',
  path: 'auth/jobs/all',
  summary: 'Background work that failed for good, newest first.',
  access: 'job.read',
  does: 'outside',
  audit: null,
  input: listInput(['failed_at'], { order: z.enum(['asc', 'desc']).default('desc') }),
  answers: listAnswer(deadJob),
})

export const exportDeadJobs = exportCall(listDeadJobs)

export const retryJob = call({
  method: 'POST',
  path: 'auth/jobs/retry',
  summary: 'Puts one in again, with all its tries.',
  access: 'job.settle',
  does: 'outside',
  audit: 'job.retried',
  input: z.object({ id: id() }),
  answers: done,
})

export const discardJob = call({
  method: 'DELETE',
  path: 'auth/jobs/delete',
  summary: 'Throws one away: what it was to do stays undone.',
  access: 'job.settle',
  does: 'outside',
  audit: 'job.discarded',
  input: z.object({ id: id() }),
  answers: done,
})
