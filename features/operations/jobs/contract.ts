// The dead-letter queue: jobs that failed permanently. Staff of the platform retry or discard them.
import { z } from 'zod'
import { id, instant } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { can, done, listAnswer, listInput } from '#platform/contract/list.ts'

export const deadJob = z.object({
  id: id(),
  /** The kind of the job, such as `mail.send`. */
  name: z.string(),
  /** The name of the business unit. Null for platform-wide work. */
  tenant_name: z.string().nullable(),
  /** The last error message, without names of people. */
  error: z.string(),
  attempts: z.number().int(),
  put_in_at: instant(),
  failed_at: instant(),
  can,
})

export const listDeadJobs = call({
  method: 'GET',
  path: 'auth/jobs/all',
  summary: 'Jobs that failed permanently, newest first.',
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
  summary: 'Enqueues a failed job again, with all its retries.',
  access: 'job.settle',
  does: 'outside',
  audit: 'job.retried',
  input: z.object({ id: id() }),
  answers: done,
})

export const discardJob = call({
  method: 'DELETE',
  path: 'auth/jobs/delete',
  summary: 'Discards a failed job; its work is not done.',
  access: 'job.settle',
  does: 'outside',
  audit: 'job.discarded',
  input: z.object({ id: id() }),
  answers: done,
})
