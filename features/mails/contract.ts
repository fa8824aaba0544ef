// The outbox: what the portal has written to people, and what became of it. Read only, but for trying again what failed.
// Mails are written by platform/server/mail, with the change they tell of.
import { z } from 'zod'
import { flag, id, instant } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { can, done, listAnswer, listInput } from '#platform/contract/list.ts'

export const mailStates = ['waiting', 'sending', 'sent', 'failed'] as const

const fields = {
  id: id(),
  to_name: z.string().nullable(),
  to_address: z.string(),
  subject: z.string(),
  purpose: z.string(),
  state: z.enum(mailStates),
  attempts: z.number().int(),
  /** The step it failed in and the server's number: `accept 550: EMESSAGE`. */
  last_error: z.string().nullable(),
  /** Null for a mail of the partner or the platform. */
  tenant_name: z.string().nullable(),
  created_at: instant(),
  sent_at: instant().nullable(),
  can,
}

export const mailRow = z.object(fields)

export const mailRecord = z.object({
  ...fields,
  /** Null once it is sent, and outside the demo world: a mail may hold a link that lets somebody in. */
  body_text: z.string().nullable(),
  body_html: z.string().nullable(),
})

export const listMails = call({
  method: 'GET',
  path: 'auth/mails/all',
  summary: 'Mails of the business unit; outside of one those of the partner, or all. Their words are not in it.',
  access: 'mail.read',
  does: 'read',
  input: listInput(['created_at', 'to_address', 'state'], {
    order: z.enum(['asc', 'desc']).default('desc'),
    state: z.enum(mailStates).optional(),
  }),
  answers: listAnswer(mailRow),
})

export const exportMails = exportCall(listMails)

export const readMail = call({
  method: 'GET',
  path: 'auth/mails/get',
  summary: 'One mail; in the demo world with its words.',
  access: 'mail.read',
  does: 'read',
  input: z.object({ id: id() }),
  answers: mailRecord,
})

export const sendTestMail = call({
  method: 'POST',
  path: 'auth/mails/test',
  summary: 'Writes a mail to oneself into the outbox, to see it arrive.',
  access: 'mail.test',
  does: 'write',
  audit: 'mail.test_written',
  input: z.object({}),
  /** Whether there is anybody to send it. */
  answers: done.extend({ sends: flag() }),
})

export const retryMail = call({
  method: 'POST',
  path: 'auth/mails/retry',
  summary: 'Sends again what failed.',
  access: 'mail.retry',
  does: 'write',
  audit: 'mail.retried',
  input: z.object({ id: id() }),
  answers: done,
})
