// Webhooks: https addresses of a business unit to which the portal sends its events, signed as Standard Webhooks 1.0 says
// (docs/decisions/0051). The webhook of a task is the task's own channel, with rows of its report; an event here has ids and names only.
// Next: server/commands.ts (how nouns emit events), server/sending.ts (how they are sent).
import { z } from 'zod'
import { flag, id, instant, namedRecord, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { exportCall } from '#platform/contract/export.ts'
import { can, done, listAnswer, listInput } from '#platform/contract/list.ts'

/** A name in an event. It is cut, so that every event is far below 20 kB. */
const name = z
  .string()
  .transform((value) => value.slice(0, 200).toWellFormed())
  .nullable()
const named = z.object({ id: z.string(), name })

const user = { user: named }
const request = { request_id: z.string(), report: named, user: named }
const ticket = { ticket: named, user: named }
const bill = { bill: named, number: z.number().int(), reference_month: z.string() }
const scheduledExport = { scheduled_export: named, run_id: z.string() }
const grant = { report: named, user: named.nullable(), group: named.nullable() }

const sampleId = (last: number) => `018f3c2a-7b1d-7c44-9e0a-0000000000${String(last).padStart(2, '0')}`
const person = { id: sampleId(1), name: 'Ana Souza' }
const report = { id: sampleId(2), name: 'Vendas' }
const task = { id: sampleId(3), name: 'Estoque baixo' }
const sampleTicket = { ticket: { id: sampleId(4), name: '#12 Total errado' }, user: person }
const sampleBill = { bill: { id: sampleId(5), name: 'Alfa' }, number: 7, reference_month: '2026-10' }
const sampleExport = { scheduled_export: { id: sampleId(6), name: 'Vendas da semana' }, run_id: sampleId(7) }
const sampleRequest = { request_id: sampleId(8), report, user: person }

/** The events that a webhook may choose, with the shape of their data and a sample. */
export const events = {
  'user.added': { data: z.object(user), sample: { user: person } },
  'user.blocked': { data: z.object(user), sample: { user: person } },
  'user.unblocked': { data: z.object(user), sample: { user: person } },
  'user.removed': { data: z.object(user), sample: { user: person } },
  'grant.added': { data: z.object(grant), sample: { report, user: person, group: null } },
  'grant.removed': { data: z.object(grant), sample: { report, user: person, group: null } },
  'access_request.added': { data: z.object(request), sample: sampleRequest },
  'access_request.decided': {
    data: z.object({ ...request, decision: z.enum(['granted', 'denied']) }),
    sample: { ...sampleRequest, decision: 'granted' },
  },
  'task.fired': {
    data: z.object({ task: named, run_id: z.string(), report_id: z.string().nullable(), matched: z.number().int() }),
    sample: { task, run_id: sampleId(9), report_id: report.id, matched: 3 },
  },
  'scheduled_export.delivered': { data: z.object(scheduledExport), sample: sampleExport },
  'scheduled_export.failed': { data: z.object(scheduledExport), sample: sampleExport },
  'ticket.opened': { data: z.object(ticket), sample: sampleTicket },
  'ticket.answered': { data: z.object(ticket), sample: sampleTicket },
  'ticket.resolved': { data: z.object(ticket), sample: sampleTicket },
  'bill.issued': { data: z.object(bill), sample: sampleBill },
  'bill.paid': { data: z.object(bill), sample: sampleBill },
  'bill.voided': { data: z.object(bill), sample: sampleBill },
  // Many: one for each entry of the audit trail.
  'audit.entry': {
    data: z.object({
      id: z.string(),
      event: z.string(),
      actor: z.object({ id: z.string().nullable(), name, origin: name }),
      target: z.object({ type: z.string(), id: z.string().nullable(), name }),
    }),
    sample: {
      id: sampleId(10),
      event: 'tag.added',
      actor: { ...person, origin: 'Alfa' },
      target: { type: 'tag', id: sampleId(11), name: 'Finanças' },
    },
  },
} as const satisfies Record<string, { data: z.ZodObject; sample: object }>

export type EventType = keyof typeof events
export const eventTypes = Object.keys(events) as [EventType, ...EventType[]]
export type EventData<T extends EventType> = z.input<(typeof events)[T]['data']>

/** The event of a test. No webhook chooses it. */
export const testEvent = 'webhook.test'
export const sentTypes = [...eventTypes, testEvent] as const
export type SentType = (typeof sentTypes)[number]

/** The body of a request. */
export const sentBody = z.object({
  type: z.enum(sentTypes),
  timestamp: z.iso.datetime(),
  /** Of two events of one object the later one has the greater number. Deliveries may arrive in another order. */
  sequence: z.number().int(),
  data: z.looseObject({}),
})

/** The schema of the body of each event, for the documentation of the API. */
export const eventBodies: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  eventTypes.map((type) => [type, sentBody.extend({ type: z.literal(type), data: events[type].data })]),
)

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Why an attempt got no status. */
export const attemptProblems = [
  'timed_out',
  'unreachable',
  'address_refused',
  'answer_too_large',
  'secret_unreadable',
] as const
export type AttemptProblem = (typeof attemptProblems)[number]

/** `too_many_waiting`: it was never attempted, because more than `webhooks.maxWaiting` waited. */
export const deliveryProblems = [...attemptProblems, 'too_many_waiting'] as const
export type DeliveryProblem = (typeof deliveryProblems)[number]

export const webhook = entity({
  noun: 'webhook',
  title: ['webhook', 'webhooks'],
  fields: {
    name: text(80),
    url: text(500),
    event_types: z.array(z.enum(eventTypes)).min(1).max(eventTypes.length),
    active: flag(),
  },
  computed: {
    /** When the portal switched it off; null: it did not. */
    disabled_at: instant().nullable(),
    /** The first failed attempt after the last success. */
    failing_since: instant().nullable(),
    /** Until then requests are signed with the secret before the last rotation as well. */
    old_secret_until: instant().nullable(),
    waiting: z.number().int(),
  },
  sorts: ['name', 'created_at'],
  filters: {},
})

const calls = crudCalls('auth/webhooks', webhook)

/** The answer is the only one that shows the secret. */
const withSecret = z.object({ status: z.literal(true), id: z.string(), secret: z.string() })

export const webhookCalls = {
  ...calls,
  add: call({
    method: 'POST',
    path: 'auth/webhooks/add',
    summary: 'Adds a webhook. The answer is the only one that shows its secret.',
    access: 'webhook.add',
    does: 'write',
    audit: 'webhook.added',
    personal: true,
    input: z.object(webhook.fields),
    answers: withSecret,
  }),
}

const ofId = z.object({ id: id() })

export const rotateSecret = call({
  method: 'POST',
  path: 'auth/webhooks/rotate',
  summary: 'Gives a webhook a new secret, and shows it once. For 24 hours requests are signed with the old secret too.',
  access: 'webhook.update',
  does: 'write',
  audit: 'webhook.secret_rotated',
  personal: true,
  input: ofId,
  answers: withSecret.extend({ old_secret_until: instant() }),
})

export const sendTest = call({
  method: 'POST',
  path: 'auth/webhooks/test',
  summary: 'Sends the event `webhook.test` to one webhook, once. The answer has the id of its delivery.',
  access: 'webhook.update',
  does: 'write',
  audit: 'webhook.tested',
  input: ofId,
  answers: z.object({ status: z.literal(true), id: id() }),
})

const deliveryFields = {
  id: id(),
  /** The accessible name of a row: the type of the event. */
  name: z.string(),
  webhook: namedRecord,
  event_id: id(),
  event_type: z.enum(sentTypes),
  is_test: flag(),
  state: z.enum(deliveryStates),
  attempts: z.number().int(),
  /** Of the last attempt. */
  status: z.number().int().nullable(),
  problem: z.enum(deliveryProblems).nullable(),
  ms: z.number().int().nullable(),
  next_at: instant().nullable(),
  ended_at: instant().nullable(),
  created_at: instant(),
}

export const listDeliveries = call({
  method: 'GET',
  path: 'auth/webhooks/deliveries/all',
  summary: 'The deliveries of the last 30 days, the newest first.',
  access: 'webhook.read',
  does: 'read',
  input: listInput(['created_at'], {
    order: z.enum(['asc', 'desc']).default('desc'),
    webhook_id: id().optional(),
    state: z.enum(deliveryStates).optional(),
    event_type: z.enum(sentTypes).optional(),
  }),
  answers: listAnswer(z.object(deliveryFields)),
})

export const exportDeliveries = exportCall(listDeliveries)

export const readDelivery = call({
  method: 'GET',
  path: 'auth/webhooks/deliveries/get',
  summary: 'One delivery with the body that is sent, and its latest 50 attempts.',
  access: 'webhook.read',
  does: 'read',
  input: ofId,
  answers: z.object({
    ...deliveryFields,
    url: z.string(),
    body: sentBody,
    attempted: z.array(
      z.object({
        id: id(),
        status: z.number().int().nullable(),
        problem: z.enum(attemptProblems).nullable(),
        ms: z.number().int(),
        answer: z.string().nullable(),
        next_at: instant().nullable(),
        created_at: instant(),
      }),
    ),
    can,
  }),
})

export const sendAgain = call({
  method: 'POST',
  path: 'auth/webhooks/deliveries/again',
  summary: 'Sends one event again, with the same webhook-id.',
  access: 'webhook.update',
  does: 'write',
  audit: 'webhook.sent_again',
  input: ofId,
  answers: done,
})

export const sendSpanAgain = call({
  method: 'POST',
  path: 'auth/webhooks/deliveries/again/span',
  summary: 'Sends the events of a time span again that failed, or all of them: at most 1,000, the oldest first.',
  access: 'webhook.update',
  does: 'write',
  audit: 'webhook.sent_again',
  input: z.object({ webhook_id: id(), from: instant(), to: instant(), only_failed: flag().default(true) }),
  answers: z.object({ status: z.literal(true), sent: z.number().int() }),
})

export const readEvents = call({
  method: 'GET',
  path: 'auth/webhooks/events',
  summary: 'The events that a webhook may choose, each with a sample of the request body.',
  access: 'webhook.read',
  does: 'outside',
  audit: null, // reads only
  input: z.object({}),
  answers: z.array(z.object({ type: z.enum(eventTypes), sample: sentBody })),
})
