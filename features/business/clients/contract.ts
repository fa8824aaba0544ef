// Clients: the organisations that are billed. The staff of the platform maintain them. A client has business units of one partner; its
// trial and its user limit hold for all of them together. The bills are features/business/billing. Next: server/routes.ts.
import { z } from 'zod'
import {
  day,
  flag,
  id,
  instant,
  language,
  money,
  namedRecord,
  optionalLines,
  optionalText,
  text,
} from '#catalogue/fields.ts'
import { billing } from '#catalogue/limits.ts'
import { taxpayers } from '#catalogue/tax-id.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { added, can, done, listAnswer, listInput } from '#platform/contract/list.ts'
import { legalAnswers, legalFields, withTaxId } from '#features/business/legal-data/contract.ts'
import { userLimits } from '#features/organisation/tenants/contract.ts'

/** Fields with their names in the specification (section 3, client and billing). */
const fields = {
  name: text(120),
  customer_code: optionalText(40),
  ...legalFields,
  contract_date: day().nullable(),
  /** The seller: one of the platform's staff who is marked as a seller. */
  seller: id().nullable(),
  /** The last day of the trial. After it nobody of the client's business units may sign in; null: no trial. */
  trial_period: day().nullable(),
  payment_details: optionalLines(500),
  /** The maximum number of people in all business units of the client together; null: only the limits of the units count. */
  user_limit: z.number().int().min(userLimits.min).max(userLimits.max).nullable(),
  /** The time zone of the contract, an IANA name: where its months begin and end. */
  timezone: z.string().max(64).optional(),
  /** The language of the bills and of their mails. */
  language: language().optional(),
  /** Bills are sent to the addresses of `email_invoice` when they are issued. */
  sends_bills: flag().optional(),
  /** One reminder is sent, three days after the due date of a bill that is not paid. */
  reminds: flag().optional(),
  /** Days from the issue of a bill to its due date; null: it is stated when the bill is issued. */
  due_days: z.number().int().min(0).max(billing.maxDueDays).nullable().optional(),
  /** A due date on a weekend or on a public holiday of `state` is moved to the next business day. */
  due_on_business_day: flag().optional(),
  /** The day of the next month on which the bill of a month issues itself; null: a person issues it. It needs `due_days`. */
  issue_day: z.number().int().min(1).max(billing.lastIssueDay).nullable().optional(),
  /** The price of one billed user in a month. */
  price: money(),
  number_of_bonus: z.number().int().min(0).max(userLimits.max),
  /** The fee for one domain of the client in a month. */
  domain_fee: money(),
}

/** The business units of the client, all of its partner. */
const units = z
  .array(id())
  .max(billing.unitsPerClient)
  .transform((ids) => [...new Set(ids)])

const row = {
  id: id(),
  name: z.string(),
  customer_code: z.string().nullable(),
  client_type: z.enum(taxpayers),
  cnpj_cpf: z.string().nullable(),
  parceiro_id: id(),
  partner: z.string(),
  seller: id().nullable(),
  seller_name: z.string().nullable(),
  contract_date: z.string().nullable(),
  trial_period: z.string().nullable(),
  user_limit: z.number().int().nullable(),
  /** The number of people who count for the user limit. */
  people: z.number().int(),
  price: z.string(),
  number_of_bonus: z.number().int(),
  units: z.array(namedRecord),
  created_at: instant(),
  can,
}

export const listClients = call({
  method: 'GET',
  path: 'auth/client/all',
  summary: 'The clients: the organisations that are billed.',
  access: 'client.read',
  does: 'read',
  input: listInput(
    [
      'name',
      'customer_code',
      'partner',
      'seller_name',
      'contract_date',
      'trial_period',
      'people',
      'price',
      'created_at',
    ],
    {
      parceiro_id: id().optional(),
      seller: id().optional(),
      client_type: z.enum(taxpayers).optional(),
    },
  ),
  answers: listAnswer(z.object(row)),
})

export const exportClients = exportCall(listClients)

const nullable = z.string().nullable()

export const readClient = call({
  method: 'GET',
  path: 'auth/client/get',
  summary: 'One client with everything that can be changed.',
  access: 'client.read',
  does: 'read',
  input: z.object({ id: id() }),
  answers: z.object({
    ...row,
    ...legalAnswers,
    payment_details: nullable,
    domain_fee: z.string(),
    timezone: z.string(),
    language: language(),
    sends_bills: flag(),
    reminds: flag(),
    due_days: z.number().int().nullable(),
    due_on_business_day: flag(),
    issue_day: z.number().int().nullable(),
    version: z.number().int(),
  }),
})

/** Reads the sellers, partners and business units that the form offers. `taken`: the client that has the unit. */
export const readClientOptions = call({
  method: 'GET',
  path: 'auth/client/options',
  summary: 'The sellers, and the business units of all partners with the client that has them.',
  access: 'client.read',
  does: 'read',
  input: z.object({}),
  answers: z.object({
    sellers: z.array(namedRecord),
    units: z.array(z.object({ id: id(), name: z.string(), parceiro_id: id(), client_id: id().nullable() })),
  }),
})

export const addClient = call({
  method: 'POST',
  path: 'auth/client/add',
  summary: 'Adds a client of a partner, with its business units.',
  access: 'client.add',
  does: 'write',
  audit: 'client.added',
  input: withTaxId(z.object({ ...fields, parceiro_id: id(), units })),
  answers: added,
})

export const updateClient = call({
  method: 'PUT',
  path: 'auth/client/update',
  summary: 'Changes a client; absent fields stay unchanged. `units` are all its business units after the change.',
  access: 'client.update',
  does: 'write',
  audit: 'client.updated',
  input: z
    .object({ ...fields, units })
    .partial()
    .extend({ id: id(), version: z.number().int() }),
  answers: done,
})

export const removeClient = call({
  method: 'DELETE',
  path: 'auth/client/delete',
  summary:
    'Removes a client without business units; its bills stay. `name` is its name as typed: capitals, spaces as underscores.',
  access: 'client.remove',
  does: 'write',
  audit: 'client.removed',
  input: z.object({ id: id(), name: z.string().max(500) }),
  answers: done,
})
