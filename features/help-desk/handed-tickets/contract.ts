// Tickets that business units handed up to the staff of their partner, and partners to the staff of the platform. The staff read and answer
// them at their own host. Inside a business unit they are tickets as all others. Next: database/functions/handed-tickets.sql.
import { z } from 'zod'
import { flag, id, instant, optionalLines, requiredLines, text } from '#catalogue/fields.ts'
import { tickets as limits } from '#catalogue/limits.ts'
import { call } from '#platform/contract/call.ts'
import { added, can, done, listAnswer, listInput } from '#platform/contract/list.ts'
import {
  attachment,
  attachments,
  ticketLevels,
  ticketPriorities,
  ticketStatuses,
} from '#features/help-desk/tickets/contract.ts'

const row = {
  id: id(),
  /** The name of the business unit. */
  unit: z.string(),
  number: z.number().int(),
  /** The subject of the ticket. */
  name: z.string(),
  status: z.enum(ticketStatuses),
  priority: z.enum(ticketPriorities),
  level: z.enum(ticketLevels),
  /** Null: the person left the business unit. */
  opened_by: z.string().nullable(),
  waiting: flag(),
  due_at: instant().nullable(),
  created_at: instant(),
  changed_at: instant(),
  can,
}

export const listHanded = call({
  method: 'GET',
  path: 'auth/help_desk/handed/all',
  summary: 'The tickets that were handed up: to the partner those of its business units, to the platform those of all.',
  access: 'handed_ticket.read',
  does: 'read',
  input: listInput(['changed_at', 'created_at', 'unit', 'name', 'priority', 'due_at'], {
    order: z.enum(['asc', 'desc']).default('desc'),
    status: z.enum(ticketStatuses).optional(),
  }),
  answers: listAnswer(z.object(row)),
})

export const readHanded = call({
  method: 'GET',
  path: 'auth/help_desk/handed/get',
  summary: `One ticket that was handed up, with its follow-ups, the oldest first; at most the last ${limits.followUpsShown}.`,
  access: 'handed_ticket.read',
  does: 'read',
  input: z.object({ id: id() }),
  answers: z.object({
    ...row,
    text: z.string(),
    attachments: z.array(attachment),
    /** The levels to which the caller hands the ticket on. */
    next_levels: z.array(z.enum(ticketLevels)),
    /** What the caller has written and not sent yet. */
    draft: z.object({ text: z.string(), internal: flag(), saved_at: instant() }).nullable(),
    follow_ups: z.array(
      z.object({
        id: id(),
        author: z.string().nullable(),
        by_handler: flag(),
        internal: flag(),
        text: z.string().nullable(),
        status: z.enum(ticketStatuses).nullable(),
        level: z.enum(ticketLevels).nullable(),
        /** S: its author sent it by mail, or accepted the mail of somebody else. */
        by_mail: flag(),
        created_at: instant(),
        attachments: z.array(attachment),
      }),
    ),
  }),
})

export const answerHanded = call({
  method: 'POST',
  path: 'auth/help_desk/handed/answer',
  summary:
    'Answers a ticket that was handed up, and tells the person who opened it. With `internal` it is a note that only people who handle tickets read.',
  access: 'handed_ticket.handle',
  does: 'write',
  audit: 'handed_ticket.answered',
  input: z.object({
    ticket_id: id(),
    text: requiredLines(limits.length),
    status: z.enum(['closed']).nullable().default(null),
    internal: flag().default(false),
    waits: flag().default(false),
    attachments,
  }),
  answers: added,
})

export const saveHandedDraft = call({
  method: 'POST',
  path: 'auth/help_desk/handed/draft/save',
  summary: 'Keeps what the caller has written in a ticket that was handed up. Without a text it removes the draft.',
  access: 'handed_ticket.handle',
  does: 'write',
  audit: null, // nobody else reads a draft
  input: z.object({ ticket_id: id(), text: optionalLines(limits.length), internal: flag().default(false) }),
  answers: done,
})

export const handOn = call({
  method: 'POST',
  path: 'auth/help_desk/handed/hand',
  summary: 'Hands a ticket on: the partner up to the platform or back to the business unit, the platform back down.',
  access: 'handed_ticket.handle',
  does: 'write',
  audit: 'handed_ticket.handed',
  input: z.object({ id: id(), level: z.enum(ticketLevels), note: requiredLines(limits.length) }),
  answers: done,
})

export const addHandedAttachment = call({
  method: 'POST',
  path: 'auth/help_desk/handed/attachments/add',
  summary: `Uploads a file for an answer to a ticket that was handed up: ${limits.extensions.join(', ')}.`,
  access: 'handed_ticket.handle',
  does: 'outside',
  audit: 'handed_ticket.attachment_added',
  input: z.object({ ticket_id: id(), name: text(limits.fileName) }),
  answers: z.object({ status: z.literal(true), attachment }),
})

export const readHandedAttachment = call({
  method: 'GET',
  path: 'auth/help_desk/handed/attachments/file',
  summary: 'The bytes of an attachment of a ticket that was handed up, as a download.',
  access: 'handed_ticket.read',
  does: 'outside',
  audit: null,
  input: z.object({ id: id() }),
  // The answer is a file, so there is no schema.
  answers: z.unknown(),
})
