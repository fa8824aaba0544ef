// The help desk of a business unit. Everybody opens tickets and reads their own; who handles tickets (administrators, and people with the
// toggle *support agent*) has those of everybody. A follow-up is an answer of either side, a new status, or both.
// Next: server/service.ts.
import { z } from 'zod'
import { flag, id, instant, namedRecord, optionalLines, requiredLines, text } from '#catalogue/fields.ts'
import { languages } from '#catalogue/languages.ts'
import { tickets as limits } from '#catalogue/limits.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { added, can, done, listAnswer, listInput } from '#platform/contract/list.ts'
import { savedFilters } from '#features/reports/view/contract.ts'

export const ticketStatuses = ['open', 'on_going', 'closed'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

export const ticketPriorities = ['low', 'medium', 'high'] as const
export type TicketPriority = (typeof ticketPriorities)[number]

/** Who has a ticket: its business unit, or the staff to whom it was handed up. */
export const ticketLevels = ['unit', 'partner', 'platform'] as const
export type TicketLevel = (typeof ticketLevels)[number]

/** What is due next: the first answer of people who handle tickets, or the resolution. */
export const dueKinds = ['first_answer', 'resolution'] as const
export type DueKind = (typeof dueKinds)[number]

/** The answers to the question whether a ticket was resolved well. */
export const ticketRatings = ['good', 'bad'] as const
export type TicketRating = (typeof ticketRatings)[number]

/** Other names of two statuses in the specification. Calls accept both names; answers contain the first one. */
const otherNames = { ongoing: 'on_going', solved: 'closed' } as const

const statusInput = z.codec(z.enum([...ticketStatuses, 'ongoing', 'solved']), z.enum(ticketStatuses), {
  decode: (name) => (name === 'ongoing' || name === 'solved' ? otherNames[name] : name),
  encode: (status) => status,
})

/** Returns the title that people read: `#12 The total is wrong`. */
export const titleOf = ({ number, name }: { number: number; name: string }): string => `#${number} ${name}`

const person = namedRecord

const ticketLink = z.object({ id: id(), number: z.number().int(), name: z.string() })

const row = {
  id: id(),
  /** The number of the ticket, counted from 1 in its business unit. */
  number: z.number().int(),
  /** The subject of the ticket. */
  name: z.string(),
  status: z.enum(ticketStatuses),
  priority: z.enum(ticketPriorities),
  /** The person who opened the ticket. Null: they left the business unit. */
  opened_by: person.nullable(),
  handler: person.nullable(),
  /** The instant at which the handlers expect to resolve the ticket. */
  estimated_at: instant().nullable(),
  created_at: instant(),
  /** The instant of the last follow-up or change. */
  changed_at: instant(),
  /** How the person who opened the ticket rated its resolution; null: not rated. */
  rating: z.enum(ticketRatings).nullable(),
  /** Who has the ticket, for callers who handle tickets; else null. */
  level: z.enum(ticketLevels).nullable(),
  /** S: people who handle tickets answered and wait for a reply. */
  waiting: flag(),
  /** The next due time by the service levels, for callers who handle tickets. Null: there is none. */
  due: z
    .object({
      kind: z.enum(dueKinds),
      at: instant(),
      /** The minutes of working time until then; 0: overdue. */
      minutes_left: z.number().int(),
    })
    .nullable(),
  can,
}

export const ticketRow = z.object(row)

export const listTickets = call({
  method: 'GET',
  path: 'auth/help_desk/all',
  summary:
    'The caller’s tickets; for who handles tickets those of everybody. `handling`: only those that the caller handles.',
  access: 'ticket.read',
  screens: ['help_desk'],
  does: 'read',
  input: listInput(['changed_at', 'created_at', 'number', 'name', 'priority', 'estimated_at', 'due_at'], {
    order: z.enum(['asc', 'desc']).default('desc'),
    status: statusInput.optional(),
    priority: z.enum(ticketPriorities).optional(),
    handling: flag().optional(),
    /** S: only tickets whose due time is over. */
    overdue: flag().optional(),
  }),
  answers: listAnswer(ticketRow),
})

export const exportTickets = exportCall(listTickets)

/** Page, filters and slicers of a report, with the limits of a saved view. */
const viewState = {
  page: z.string().max(200).nullable(),
  /** The name of the page that people read. */
  page_name: z.string().max(200).nullable(),
  filters: savedFilters.shape.filters.max(200),
  slicers: savedFilters.shape.slicers.max(200),
}

/** What a person saw of a report when they opened a ticket about it. */
export const ticketView = z.object({
  ...viewState,
  /** The time of the last data refresh that the report showed; null: it showed none. */
  refreshed_at: instant().nullable(),
})

/** The column `tickets.view`. The server adds browser and language of the request. */
export const storedView = ticketView.extend({
  /** Browser and operating system, such as `Chrome · Windows`; null: unknown. */
  browser: z.string().nullable(),
  language: z.enum(languages),
})

export const attachment = z.object({
  id: id(),
  /** The name of the file as it was sent. */
  name: z.string(),
  bytes: z.number().int(),
  /** The signed URL of a picture; null for any other file. */
  picture: z.string().nullable(),
})

export const readTicket = call({
  method: 'GET',
  path: 'auth/help_desk/get',
  summary: `One ticket with its follow-ups, the oldest first; at most the last ${limits.followUpsShown}.`,
  access: 'ticket.read',
  does: 'read',
  input: z.object({ id: id() }),
  answers: z.object({
    ...row,
    text: z.string(),
    /** The report that the ticket is about, if the caller may open it. */
    report: person.nullable(),
    /** The view that the ticket was opened from. `state` is null for callers who may not open the report. */
    view: storedView
      .pick({ refreshed_at: true, browser: true, language: true })
      .extend({ state: z.object(viewState).nullable() })
      .nullable(),
    /** The known fault that the ticket is about, for other people who handle tickets and may open the report. `tickets`: the unresolved ones. */
    fault: z.object({ since: instant(), tickets: z.number().int() }).nullable(),
    /** The ticket into which this one was merged; null: none. */
    merged_into: ticketLink.nullable(),
    /** The tickets that were merged into this one, for callers who handle tickets. */
    merged: z.array(ticketLink),
    closed_at: instant().nullable(),
    rating_comment: z.string().nullable(),
    /** The language of the person who opened the ticket, for callers who handle tickets. Null: they left the business unit. */
    language: z.enum(languages).nullable(),
    attachments: z.array(attachment),
    follow_ups: z.array(
      z.object({
        id: id(),
        author: person.nullable(),
        /** True when a person who handles tickets wrote the follow-up. */
        by_handler: flag(),
        /** True for a note that only people who handle tickets read. */
        internal: flag(),
        /** The text of the follow-up. Null: the follow-up only changed the status. */
        text: z.string().nullable(),
        /** S: its author sent it by mail, or accepted the mail of `mail_sender`. */
        by_mail: flag(),
        /** What was cut off the text of the mail, for its author and for callers who handle tickets. Null: nothing. */
        mail_rest: z.string().nullable(),
        /** The names of the files of the mail that were refused. */
        mail_refused: z.array(z.string()),
        /** The address of the sender of a mail that the author accepted. Null: the author sent it. */
        mail_sender: z.string().nullable(),
        /** The new status that the follow-up set; null: the status did not change. */
        status: z.enum(ticketStatuses).nullable(),
        /** The number of the merged ticket that it belongs to; null: this ticket. */
        from_number: z.number().int().nullable(),
        /** The level to which the note handed the ticket; null: none. */
        level: z.enum(ticketLevels).nullable(),
        created_at: instant(),
        attachments: z.array(attachment),
      }),
    ),
    /** Other people who handle tickets and write an answer now, for callers who handle tickets. `until`: without a further save. */
    answering: z.array(z.object({ name: z.string(), until: instant() })),
    /** What the caller has written and not sent yet. */
    draft: z.object({ text: z.string(), internal: flag(), saved_at: instant() }).nullable(),
    version: z.number().int(),
  }),
})

/** Ids that `addAttachment` answered, each for one ticket or follow-up. */
export const attachments = z
  .array(id())
  .max(limits.attachments)
  .refine((ids) => new Set(ids).size === ids.length)
  .default([])

export const addTicket = call({
  method: 'POST',
  path: 'auth/help_desk/add',
  summary: 'Opens a ticket and tells who handles tickets.',
  access: 'ticket.add',
  does: 'write',
  audit: 'ticket.added',
  input: z.object({
    name: text(limits.subject),
    text: requiredLines(limits.length),
    priority: z.enum(ticketPriorities).default('medium'),
    report_id: id().nullable().default(null),
    /** What the caller sees of the report; only together with `report_id`. */
    view: ticketView.nullable().default(null),
    attachments,
  }),
  answers: added.extend({ number: z.number().int() }),
})

export const answerTicket = call({
  method: 'POST',
  path: 'auth/help_desk/follow_up/add',
  summary:
    'Adds a follow-up and tells the other side. With `status` it also gives the ticket that status. With `internal` it is a note that only people who handle tickets read. With `waits` working time is not counted until the reply. Removes the caller’s draft.',
  access: 'ticket.add',
  does: 'write',
  audit: 'ticket.answered',
  input: z.object({
    ticket_id: id(),
    text: requiredLines(limits.length),
    status: statusInput.nullable().default(null),
    internal: flag().default(false),
    /** S: the ticket waits for a reply of the person who opened it. Only people who handle tickets wait. */
    waits: flag().default(false),
    attachments,
  }),
  answers: added,
})

export const saveDraft = call({
  method: 'POST',
  path: 'auth/help_desk/draft/save',
  summary: 'Keeps what the caller has written in a ticket and not sent yet. Without a text it removes the draft.',
  access: 'ticket.add',
  does: 'write',
  audit: null, // nobody else has read a draft
  input: z.object({ ticket_id: id(), text: optionalLines(limits.length), internal: flag().default(false) }),
  answers: done,
})

export const changeTicketStatus = call({
  method: 'POST',
  path: 'auth/help_desk/change/status',
  summary: 'Gives the ticket a status. Who opened it may resolve it and open it again.',
  access: 'ticket.add',
  does: 'write',
  audit: 'ticket.status_changed',
  input: z.object({ id: id(), status: statusInput }),
  answers: done,
})

export const rateTicket = call({
  method: 'POST',
  path: 'auth/help_desk/rate',
  summary: `Rates the resolution of an own ticket, once, within ${limits.ratingDays} days after people who handle tickets resolved it.`,
  access: 'ticket.add',
  does: 'write',
  audit: 'ticket.rated',
  // A requester in remote access may not rate in the person's name.
  personal: true,
  input: z.object({
    id: id(),
    rating: z.enum(ticketRatings),
    rating_comment: optionalLines(limits.ratingComment),
  }),
  answers: done,
})

export const readSatisfaction = call({
  method: 'GET',
  path: 'auth/help_desk/satisfaction',
  summary: `How many tickets were rated in the last ${limits.satisfactionDays} days, and how many of them as good.`,
  access: 'ticket.satisfaction',
  does: 'read',
  input: z.object({}),
  answers: z.object({ rated: z.number().int(), good: z.number().int() }),
})

export const takeTicket = call({
  method: 'POST',
  path: 'auth/help_desk/take',
  summary: 'Makes the caller the handler of the ticket.',
  access: 'ticket.handle',
  does: 'write',
  audit: 'ticket.taken',
  input: z.object({ id: id() }),
  answers: done,
})

export const updateTicket = call({
  method: 'PUT',
  path: 'auth/help_desk/update',
  summary: 'Changes priority, handler and estimated time of a ticket.',
  access: 'ticket.handle',
  does: 'write',
  audit: 'ticket.updated',
  input: z.object({
    id: id(),
    version: z.number().int(),
    priority: z.enum(ticketPriorities).optional(),
    handler_id: id().nullable().optional(),
    estimated_at: instant()
      .refine((estimate) => estimate.getUTCFullYear() >= 2000 && estimate.getUTCFullYear() <= 2100)
      .nullable()
      .optional(),
  }),
  answers: done,
})

export const mergeTickets = call({
  method: 'POST',
  path: 'auth/help_desk/merge',
  summary:
    'Merges a duplicate into another ticket. The duplicate is resolved for good; the person who opened it reads and answers the other one.',
  access: 'ticket.handle',
  does: 'write',
  audit: 'ticket.merged',
  input: z.object({ id: id(), into_id: id() }),
  answers: done,
})

export const selectTickets = call({
  method: 'GET',
  path: 'auth/help_desk/select',
  summary: 'The last tickets whose number and subject contain a text, without merged ones.',
  access: 'ticket.handle',
  does: 'read',
  input: listInput(['name'], {}).pick({ search: true }),
  answers: z.array(z.object({ value: id(), label: z.string() })),
})

export const handTicket = call({
  method: 'POST',
  path: 'auth/help_desk/hand',
  summary:
    'Hands the ticket up to the staff of the partner, or takes it back to the business unit, with a note for people who handle tickets.',
  access: 'ticket.handle',
  does: 'write',
  audit: 'ticket.handed',
  input: z.object({ id: id(), level: z.enum(['unit', 'partner']), note: requiredLines(limits.length) }),
  answers: done,
})

export const markTicketFault = call({
  method: 'POST',
  path: 'auth/help_desk/fault/mark',
  summary: `Links a ticket to the known fault of its report, which its readers see from then on; at most ${limits.ofFault} tickets.`,
  access: 'ticket.handle',
  does: 'write',
  audit: 'ticket.fault_marked',
  input: z.object({ id: id() }),
  answers: done,
})

export const unmarkTicketFault = call({
  method: 'POST',
  path: 'auth/help_desk/fault/unmark',
  summary: 'Takes a ticket out of the known fault of its report. The fault is removed with its last ticket.',
  access: 'ticket.handle',
  does: 'write',
  audit: 'ticket.fault_unmarked',
  input: z.object({ id: id() }),
  answers: done,
})

export const endTicketFault = call({
  method: 'POST',
  path: 'auth/help_desk/fault/end',
  summary:
    'Ends the known fault of a ticket: answers all its unresolved tickets with one text and resolves them, and tells who follows it. `tickets`: their number that the caller has confirmed.',
  access: 'ticket.handle',
  does: 'write',
  audit: 'ticket.fault_ended',
  input: z.object({
    id: id(),
    text: requiredLines(limits.length),
    tickets: z.number().int().min(0).max(limits.ofFault),
  }),
  answers: done,
})

export const removeTicket = call({
  method: 'DELETE',
  path: 'auth/help_desk/delete',
  summary: 'Removes a ticket with its follow-ups and attachments.',
  access: 'ticket.remove',
  does: 'write',
  audit: 'ticket.removed',
  input: z.object({ id: id() }),
  answers: done,
})

export const selectHandlers = call({
  method: 'GET',
  path: 'auth/help_desk/handlers/select',
  summary: 'The first people who may handle tickets and whose name contains a text.',
  access: 'ticket.handle',
  does: 'read',
  input: listInput(['name'], {}).pick({ search: true }),
  answers: z.array(z.object({ value: id(), label: z.string() })),
})

export const addAttachment = call({
  method: 'POST',
  path: 'auth/help_desk/attachments/add',
  summary: `Uploads a file for a ticket or a follow-up that the caller writes: ${limits.extensions.join(', ')}.`,
  access: 'ticket.add',
  does: 'outside',
  audit: 'ticket.attachment_added',
  input: z.object({ name: text(limits.fileName) }),
  answers: z.object({ status: z.literal(true), attachment }),
})

export const readAttachment = call({
  method: 'GET',
  path: 'auth/help_desk/attachments/file',
  summary: 'The bytes of an attachment, as a download.',
  access: 'ticket.read',
  does: 'outside',
  audit: null,
  input: z.object({ id: id() }),
  // The answer is a file, so there is no schema.
  answers: z.unknown(),
})
