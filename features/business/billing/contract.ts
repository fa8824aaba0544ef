// Billing: one bill for each client and month. A draft is computed for each request; an issued bill never changes. A wrong bill is voided
// with a reason and issued again. Total: (billed users − bonus, at least 0) × price + own domains × fee. The clients are
// features/business/clients. Next: server/store.ts (the numbers).
import { z } from 'zod'
import { day, requiredLines, id, instant, month } from '#catalogue/fields.ts'
import { billing } from '#catalogue/limits.ts'
import { taxpayers } from '#catalogue/tax-id.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { can, done, listAnswer, listInput } from '#platform/contract/list.ts'

export const billStates = ['draft', 'issued', 'void'] as const
export type BillState = (typeof billStates)[number]

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
    customer: z.object({
      client_type: z.enum(taxpayers),
      cnpj_cpf: nullable,
      fantasy_name: nullable,
      state_registration: nullable,
      business_email: nullable,
      email_invoice: nullable,
      commercial_phone: nullable,
      contact_name: nullable,
      address: nullable,
      number: nullable,
      complement: nullable,
      neighborhood: nullable,
      city: nullable,
      payment_details: nullable,
    }),
    /** The number of users who are charged: the billed users without the bonus. */
    charged_users: nonNegativeCount,
    users_amount: z.string(),
    domains_amount: z.string(),
    void_reason: nullable,
    voided_at: instant().nullable(),
    created_at: instant().nullable(),
  }),
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
    date_due: day(),
    clients: z
      .array(id())
      .min(1)
      .max(billing.billsPerCall)
      .transform((ids) => [...new Set(ids)]),
  }),
  /** `skipped`: the number of clients that already have a bill of the month, or whose contract begins later. */
  answers: done.extend({ issued: z.array(id()), skipped: nonNegativeCount }),
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

export const summaryGroups = ['month', 'client', 'seller'] as const
export type SummaryGroup = (typeof summaryGroups)[number]

const period = { from: month().optional(), to: month().optional() }

export const listBillingSummary = call({
  method: 'GET',
  path: 'auth/billing/summary/all',
  summary: 'Totals of the issued bills by month, client or seller; without a period of the last 12 months.',
  access: 'billing_summary.read',
  does: 'read',
  input: listInput(['group', 'bills', 'billed_users', 'total'], {
    by: z.enum(summaryGroups).default('month'),
    ...period,
  }),
  answers: listAnswer(
    z.object({
      id: z.string(),
      /** The month, or the name of the client or seller; empty for bills without a seller. */
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
