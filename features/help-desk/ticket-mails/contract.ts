// Mails that arrived for tickets. Each is stored whole before anything is decided; a job makes follow-ups of those whose sender is the
// addressee of the mail that they reply to. People who handle tickets decide about the others. Next: server/process.ts.
import { z } from 'zod'
import { flag, id, instant, namedRecord } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { can, done, listAnswer, listInput } from '#platform/contract/list.ts'

/** `review`: a person must decide. `dead`: it could not be processed, also after retries. */
export const ticketMailStates = ['received', 'review', 'done', 'refused', 'dead'] as const
export type TicketMailState = (typeof ticketMailStates)[number]

/**
 * Why a mail is no follow-up.
 * - `sender`: the sender is not the addressee. `unproven`: the operator's server did not confirm the sender. `empty`: there is no text.
 *   `throttled`: the person sent too much. `restricted`: the person may not use the portal from elsewhere or now. `unreadable`: the mail
 *   cannot be parsed.
 * - `automatic`: a machine wrote it. `own`: the portal sent it. `access`: the person may not answer the ticket any more. `discarded`: a person
 *   discarded it.
 * - `failed`: the last attempt failed.
 */
export const ticketMailReasons = [
  'sender',
  'unproven',
  'empty',
  'throttled',
  'restricted',
  'unreadable',
  'automatic',
  'own',
  'access',
  'discarded',
  'failed',
] as const
export type TicketMailReason = (typeof ticketMailReasons)[number]

const fields = {
  id: id(),
  subject: z.string(),
  /** The address in From, as it was sent. */
  sender: z.string(),
  /** The person who got the mail that this one replies to. */
  person: namedRecord.nullable(),
  ticket: z.object({ id: id(), number: z.number().int(), name: z.string() }),
  state: z.enum(ticketMailStates),
  reason: z.enum(ticketMailReasons).nullable(),
  received_at: instant(),
  can,
}

export const ticketMailRow = z.object(fields)

export const listTicketMails = call({
  method: 'GET',
  path: 'auth/help_desk/mails/all',
  summary: 'Mails that arrived for tickets, the newest first.',
  access: 'ticket_mail.read',
  does: 'read',
  input: listInput(['received_at', 'sender', 'subject', 'state'], {
    order: z.enum(['asc', 'desc']).default('desc'),
    state: z.enum(ticketMailStates).optional(),
  }),
  answers: listAnswer(ticketMailRow),
})

export const readTicketMail = call({
  method: 'GET',
  path: 'auth/help_desk/mails/get',
  summary: 'One mail with its text, without HTML, and the names of its files.',
  access: 'ticket_mail.read',
  does: 'outside',
  audit: null,
  input: z.object({ id: id() }),
  answers: z.object({
    ...fields,
    /** The whole text. Null: the original is not kept any more, or cannot be parsed. */
    text: z.string().nullable(),
    files: z.array(z.object({ name: z.string(), bytes: z.number().int() })),
    /** S: the original can be downloaded. */
    has_original: flag(),
  }),
})

export const readOriginal = call({
  method: 'GET',
  path: 'auth/help_desk/mails/original',
  summary: 'The original of a mail as it arrived, as a download.',
  access: 'ticket_mail.read',
  does: 'outside',
  audit: null,
  input: z.object({ id: id() }),
  // The answer is a file, so there is no schema.
  answers: z.unknown(),
})

export const countTicketMails = call({
  method: 'GET',
  path: 'auth/help_desk/mails/state',
  summary: 'Whether mails are received, and how many of them wait for a decision.',
  access: 'ticket_mail.read',
  does: 'read',
  input: z.object({}),
  answers: z.object({ receives: flag(), undecided: z.number().int() }),
})

export const acceptTicketMail = call({
  method: 'POST',
  path: 'auth/help_desk/mails/accept',
  summary: 'Makes a follow-up of a mail, as an answer of the caller, which names the sender.',
  access: 'ticket_mail.decide',
  does: 'write',
  audit: 'ticket_mail.accepted',
  // The decision is that of a known person.
  personal: true,
  input: z.object({ id: id() }),
  answers: done,
})

export const discardTicketMail = call({
  method: 'POST',
  path: 'auth/help_desk/mails/discard',
  summary: 'Refuses a mail that waits for a decision. Its original is kept as long as others.',
  access: 'ticket_mail.decide',
  does: 'write',
  audit: 'ticket_mail.discarded',
  input: z.object({ id: id() }),
  answers: done,
})

export const retryTicketMail = call({
  method: 'POST',
  path: 'auth/help_desk/mails/retry',
  summary: 'Processes a mail again that could not be processed.',
  access: 'ticket_mail.decide',
  does: 'write',
  audit: 'ticket_mail.retried',
  input: z.object({ id: id() }),
  answers: done,
})
