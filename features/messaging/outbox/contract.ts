// The outbox: mails of the portal with their delivery state. A mail that failed or is in doubt can be sent again.
// platform/server/mail writes a mail in the transaction of its change.
import { z } from 'zod'
import { flag, id, instant } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { can, done, listAnswer, listInput } from '#platform/contract/list.ts'

/** `in_doubt`: the connection ended before the mail server answered, so the mail may have arrived. The portal does not send it again. */
export const mailStates = ['waiting', 'sending', 'sent', 'in_doubt', 'failed'] as const

const fields = {
  id: id(),
  to_name: z.string().nullable(),
  to_address: z.string(),
  subject: z.string(),
  purpose: z.string(),
  state: z.enum(mailStates),
  attempts: z.number().int(),
  /** The last error: the failed step and the SMTP reply code, such as `accept 550: EMESSAGE`. */
  last_error: z.string().nullable(),
  /** The name of the business unit. Null for a mail of the partner or the platform. */
  tenant_name: z.string().nullable(),
  created_at: instant(),
  sent_at: instant().nullable(),
  can,
}

export const mailRow = z.object(fields)

export const mailRecord = z.object({
  ...fields,
  /** The text of the mail. Null after sending, and outside the demo world, because a mail may contain a sign-in link. */
  body_text: z.string().nullable(),
  body_html: z.string().nullable(),
  /** The files of the mail by name, and their sizes. They are removed when the mail is over. */
  attachments: z.array(z.object({ name: z.string(), bytes: z.number().int() })),
})

export const listMails = call({
  method: 'GET',
  path: 'auth/mails/all',
  summary: 'Mails of the business unit; for staff without one those of the partner, or all. Without their text.',
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
  summary: 'One mail; in the demo world with its text.',
  access: 'mail.read',
  does: 'read',
  input: z.object({ id: id() }),
  answers: mailRecord,
})

export const readMailServer = call({
  method: 'GET',
  path: 'auth/mails/server',
  summary:
    'Whether mails of the business unit, or of staff without one, have a mail server; without one they wait in the outbox.',
  access: 'mail.read',
  does: 'outside',
  audit: null, // changes nothing
  input: z.object({}),
  answers: z.object({ sends: flag() }),
})

export const sendTestMail = call({
  method: 'POST',
  path: 'auth/mails/test',
  summary: 'Writes a test mail to the caller into the outbox.',
  access: 'mail.test',
  does: 'write',
  audit: 'mail.test_written',
  input: z.object({}),
  /** `sends`: a sender is configured. */
  answers: done.extend({ sends: flag() }),
})

export const retryMail = call({
  method: 'POST',
  path: 'auth/mails/retry',
  summary: 'Sends a mail again that failed or is in doubt.',
  access: 'mail.retry',
  does: 'write',
  audit: 'mail.retried',
  input: z.object({ id: id() }),
  answers: done,
})
