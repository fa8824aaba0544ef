// The job that sends a bill. It is apart from jobs.ts, because commands.ts enqueues it and jobs.ts calls commands.ts.
import { z } from 'zod'
import { id } from '#catalogue/fields.ts'

export const sendKind = {
  name: 'bill.send',
  scope: 'platform',
  isolation: 'one record',
  input: z.object({ bill_id: id() }),
} as const
