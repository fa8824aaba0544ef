// Billing: one bill for each client and month. A draft is computed for each request; an issued bill never changes. A wrong bill is
// corrected by credit notes, or voided with a reason and issued again while nothing is paid. Total: (billed users − bonus, at least 0) × price + own domains × fee. The clients are
// features/business/clients. Next: server/store.ts (the numbers).
import { z } from 'zod'
import { day, flag, id, instant, language, money, month, optionalText, requiredLines } from '#catalogue/fields.ts'
import { billing } from '#catalogue/limits.ts'
import { mailStates } from '#features/messaging/outbox/contract.ts'
import { legalAnswers } from '#features/business/legal-data/contract.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { added, can, done, listAnswer, listInput } from '#platform/contract/list.ts'

export const billStates = ['draft', 'issued', 'void'] as const
export type BillState = (typeof billStates)[number]

/** What was paid of the total, less the credit notes. A draft and a void bill have none. */
export const paymentStates = ['unpaid', 'partly_paid', 'paid'] as const
export type PaymentState = (typeof paymentStates)[number]

/** The lines of a bill. A credit note takes off one of them, or both in proportion. */
export const billLines = ['users', 'domains'] as const
export type BillLine = (typeof billLines)[number]

/** A bill is sent, or reminded of when it is overdue. */
export const sendPurposes = ['bill', 'reminder'] as const

/** Why a person is behind the number of a bill or not: counted, a test user, or not active in the month. */
export const personStandings = ['counted', 'test', 'idle'] as const

/** The id of an issued bill. The id of a draft is the id of its client followed by the month. */
const billId = z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?::20\d\d-(?:0[1-9]|1[0-2]))?$/)

const nullable = z.string().nullable()
const nonNegativeCount = z.number().int().min(0)

const row = {
  id: z.string(),
  /** The name of the client. */
  name: z.string(),
  state: z.enum(billStates),
  /** The number of the bill. Null for a draft, which has no date of issue and no due date either. */
  number: z.number().int().nullable(),
  client_id: id(),
  customer_code: nullable,
  partner: z.string(),
  seller_name: nullable,
  reference_month: month(),
  date_of_issue: nullable,
  date_due: nullable,
  billed_users: nonNegativeCount,
  number_of_bonus: nonNegativeCount,
  price: z.string(),
  user_limit: nonNegativeCount.nullable(),
  /** The number of the client's own domains that were verified at any time in the month. */
  domains: nonNegativeCount,
  domain_fee: z.string(),
  total: z.string(),
  payment_state: z.enum(paymentStates).nullable(),
  /** Something is left to pay after the due date, in the time zone of the contract. */
  overdue: z.boolean(),
  /** The client wants its bills by e-mail when they are issued. */
  sends: flag(),
  /** The client has a rule for the due date, so that a bill can be issued without one. */
  due_rule: z.boolean(),
  /** The day on which a draft issues itself. Null: a person issues it. */
  issues_on: nullable,
  /** The sum of the payments. Null for a draft and a void bill. */
  paid: nullable,
  /** The total less credit notes and payments. Null for a draft and a void bill. */
  left: nullable,
  can,
}

export const listBills = call({
  method: 'GET',
  path: 'auth/billing/all',
  summary:
    'The bills, and the drafts of a month; without `reference_month` those of the running month and the one before. A partner sees those of its clients.',
  access: 'bill.read',
  does: 'read',
  input: listInput(['reference_month', 'name', 'partner', 'number', 'date_due', 'billed_users', 'total'], {
    /** The order of the list; by default the latest month comes first. */
    order: z.enum(['asc', 'desc']).default('desc'),
    reference_month: month().optional(),
    state: z.enum(billStates).optional(),
    payment_state: z.enum(paymentStates).optional(),
    /** Only bills that are overdue. */
    overdue: flag().optional(),
    client_id: id().optional(),
    parceiro_id: id().optional(),
  }),
  answers: listAnswer(z.object(row)),
})

export const exportBills = exportCall(listBills)

export const readBill = call({
  method: 'GET',
  path: 'auth/billing/get',
  summary: 'One bill or draft as it is printed.',
  access: 'bill.read',
  does: 'read',
  input: z.object({ id: billId }),
  answers: z.object({
    ...row,
    customer: z.object({ ...legalAnswers, payment_details: nullable, language: language() }),
    /** The number of users who are charged: the billed users without the bonus. */
    charged_users: nonNegativeCount,
    users_amount: z.string(),
    domains_amount: z.string(),
    /**
     * The estimate for the end of the running month, from the days on which people came in up to three earlier months. Null without such a
     * month, and for every bill but the draft of the running month.
     */
    forecast: z
      .object({
        people: nonNegativeCount,
        low: nonNegativeCount,
        high: nonNegativeCount,
        total: z.string(),
        low_total: z.string(),
        high_total: z.string(),
        /** The number of earlier months behind the estimate. */
        months: nonNegativeCount,
      })
      .nullable(),
    /** The time zone of the contract, where the month begins and ends. */
    timezone: z.string(),
    /** The partner, who issues the bill. */
    supplier: z.object({ ...legalAnswers, name: nullable, pix_key: nullable }),
    /** URL path of the logo in the partner's theme. Null for the platform's staff, who see no themes of partners. */
    issuer_logo: nullable,
    payments: z.array(
      z.object({ id: id(), paid_on: z.string(), amount: z.string(), note: nullable, noted_by: z.string() }),
    ),
    credit_notes: z.array(
      z.object({
        id: id(),
        number: z.number().int(),
        issued_on: z.string(),
        users_amount: z.string(),
        domains_amount: z.string(),
        total: z.string(),
        reason: z.string(),
        issued_by: z.string(),
      }),
    ),
    /** To whom the bill was sent, the latest first. */
    sends_log: z.array(
      z.object({
        id: id(),
        purpose: z.enum(sendPurposes),
        address: z.string(),
        /** Null: the portal sent it. */
        sent_by: nullable,
        at: z.iso.datetime(),
        result: z.enum(mailStates),
      }),
    ),
    void_reason: nullable,
    voided_at: instant().nullable(),
    created_at: instant().nullable(),
  }),
})

export const downloadBill = call({
  method: 'GET',
  path: 'auth/billing/pdf',
  summary: 'The PDF of an issued bill, in the language of the client. The same bill is always the same file.',
  access: 'bill.read',
  does: 'outside',
  audit: null, // the call changes nothing
  // A requester in remote access may not take files in the person's name.
  personal: true,
  input: z.object({ id: id() }),
  // The answer is a file, so there is no schema.
  answers: z.unknown(),
})

export const listBilledPeople = call({
  method: 'GET',
  path: 'auth/billing/people/all',
  summary:
    'The people behind the number of a bill or draft: who is counted, and which members are not, with the reason.',
  access: 'bill.read',
  does: 'read',
  input: listInput(['name', 'tenant', 'first_day', 'last_day'], {
    id: billId,
    standing: z.enum(personStandings).optional(),
  }),
  answers: listAnswer(
    z.object({
      id: z.string(),
      /** Empty: the person was erased, before the bill was issued or afterwards. */
      name: z.string(),
      email: nullable,
      tenant: z.string(),
      /** The first and the last day with a use; null: not counted, or noted before days were. */
      first_day: nullable,
      last_day: nullable,
      standing: z.enum(personStandings),
    }),
  ),
})

export const exportBilledPeople = exportCall(listBilledPeople)

export const listCountedPeople = call({
  method: 'GET',
  path: 'auth/billing/counted/all',
  summary:
    'The people of the own business unit who count on the bill of a month, and the members who do not, with the reason; without `reference_month` of the running month.',
  access: 'counted_person.read',
  does: 'read',
  input: listInput(['name', 'first_day', 'last_day'], {
    reference_month: month().optional(),
    standing: z.enum(personStandings).optional(),
  }),
  answers: listAnswer(
    z.object({
      id: z.string(),
      name: z.string(),
      email: nullable,
      /** The first and the last day with a use; null: not counted, or noted before days were. */
      first_day: nullable,
      last_day: nullable,
      standing: z.enum(personStandings),
    }),
  ),
})

export const exportCountedPeople = exportCall(listCountedPeople)

export const addPayment = call({
  method: 'POST',
  path: 'auth/billing/payment/add',
  summary: 'Notes a payment of a bill, at most what is left to pay.',
  access: 'bill.settle',
  does: 'write',
  audit: 'bill.payment_added',
  input: z.object({ id: id(), paid_on: day(), amount: money(), note: optionalText(200) }),
  answers: added,
})

export const removePayment = call({
  method: 'DELETE',
  path: 'auth/billing/payment/delete',
  summary: 'Removes a payment that was noted by mistake. The audit trail keeps it.',
  access: 'bill.settle',
  does: 'write',
  audit: 'bill.payment_removed',
  input: z.object({ id: id() }),
  answers: done,
})

export const creditBill = call({
  method: 'POST',
  path: 'auth/billing/credit',
  summary:
    'Issues a credit note of a bill. Without `line` the amount is taken off both lines in proportion to what is left of them, to the cent.',
  access: 'bill.settle',
  does: 'write',
  audit: 'bill.credited',
  input: z.object({ id: id(), amount: money(), line: z.enum(billLines).optional(), reason: requiredLines(300) }),
  answers: added,
})

export const issueBills = call({
  method: 'POST',
  path: 'auth/billing/issue',
  summary:
    'Issues the bills of clients for a month, with the numbers of the moment. A client that has one keeps it, so that a repeated call issues nothing.',
  access: 'bill.issue',
  does: 'write',
  audit: 'bill.issued',
  input: z.object({
    reference_month: month(),
    /** Absent: the due date of each bill follows from the rule of its client. */
    date_due: day().optional(),
    clients: z
      .array(id())
      .min(1)
      .max(billing.billsPerCall)
      .transform((ids) => [...new Set(ids)]),
    /** Whether the bills are sent to the clients, which is remembered; absent: as it is remembered for each client. */
    send: flag().optional(),
  }),
  /** `skipped`: the number of clients that already have a bill of the month, or whose contract begins later. */
  answers: done.extend({ issued: z.array(id()), skipped: nonNegativeCount }),
})

export const sendBill = call({
  method: 'POST',
  path: 'auth/billing/send',
  summary: 'Sends an issued bill to the addresses of its client, also again.',
  access: 'bill.issue',
  does: 'write',
  audit: 'bill.sent',
  input: z.object({ id: id() }),
  answers: done.extend({ addresses: z.array(z.string()) }),
})

export const voidBill = call({
  method: 'POST',
  path: 'auth/billing/void',
  summary: 'Voids a bill, with the reason. Its month becomes a draft again.',
  access: 'bill.void',
  does: 'write',
  audit: 'bill.voided',
  input: z.object({ id: id(), reason: requiredLines(300) }),
  answers: done,
})

export const summaryGroups = ['month', 'client', 'partner', 'seller'] as const
export type SummaryGroup = (typeof summaryGroups)[number]

const period = { from: month().optional(), to: month().optional() }

export const listBillingSummary = call({
  method: 'GET',
  path: 'auth/billing/summary/all',
  summary: 'Totals of the issued bills by month, client, partner or seller; without a period of the last 12 months.',
  access: 'billing_summary.read',
  does: 'read',
  input: listInput(['group', 'bills', 'billed_users', 'total'], {
    by: z.enum(summaryGroups).default('month'),
    ...period,
  }),
  answers: listAnswer(
    z.object({
      id: z.string(),
      /** The month, or the name of the client, partner or seller; empty for bills without a seller. */
      name: z.string(),
      bills: nonNegativeCount,
      billed_users: nonNegativeCount,
      total: z.string(),
      /** The total as a share of the greatest total, from 0 to 1. */
      share: z.number(),
    }),
  ),
})

export const exportBillingSummary = exportCall(listBillingSummary)

export const readBillingSummary = call({
  method: 'GET',
  path: 'auth/billing/summary',
  summary: 'The sums over all of the same bills.',
  access: 'billing_summary.read',
  does: 'read',
  input: z.object(period),
  answers: z.object({
    bills: nonNegativeCount,
    clients: nonNegativeCount,
    billed_users: nonNegativeCount,
    total: z.string(),
  }),
})
