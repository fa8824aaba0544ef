// Management reports: reports that the platform or a partner publishes to business units about their own use of the portal. They show
// numbers of the reader's business unit only, and no name of a person. Next: ../usage counts the numbers.
import { z } from 'zod'
import { flag, id, longTexts, month, namedRecord, text, texts } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { readUsage } from '#features/reports/usage/contract.ts'
import { renewToken } from '#features/reports/view/contract.ts'

/** What a report shows: views by day and hour; who reads and who does not; waiting times; bills and capacities by month; a report of the embedding service. */
export const managementSources = ['usage', 'people', 'performance', 'costs', 'report'] as const
export type ManagementSource = (typeof managementSources)[number]

/** Most months of a report about costs. */
export const maxCostMonths = 24

export const managementReaders = ['managers', 'everybody'] as const

const said = { title: texts(80), description: longTexts(300) }

/**
 * A report of the embedding service. A business unit reads it under the role of the data model, with its own id as the user name: the rule of
 * the role decides which rows belong to the unit. Without a role each unit would read the rows of all.
 */
export const embeddedSource = z.object({ account_id: id(), workspace_id: id(), report_id: id(), role: text(128) })
export type EmbeddedSource = z.output<typeof embeddedSource>

export const managementReport = entity({
  noun: 'management_report',
  title: ['management report', 'management reports'],
  fields: {
    ...said,
    source: z.enum(managementSources),
    /** Must be given if the source is `report`; for other sources it is not kept. */
    embedded: embeddedSource.nullable(),
    /** Which people of a business unit may read the report. */
    readers: z.enum(managementReaders),
    /** The business units that see the report; empty: all of the publisher. */
    tenant_ids: z.array(id()).max(500),
    published: flag(),
  },
  computed: {
    /** The units of `tenant_ids`, by name. */
    tenants: z.array(namedRecord),
  },
  sorts: ['name', 'created_at'],
  filters: {},
})

const calls = crudCalls('auth/management_reports', managementReport)

/** The server asks the service for the workspace, the report and the role of an embedded report. */
export const managementReportCalls = {
  ...calls,
  add: { ...calls.add, does: 'outside' as const },
  update: { ...calls.update, does: 'outside' as const },
}

const managementFields = z.object({ id: id(), ...said, source: z.enum(managementSources), of_platform: flag() })

export const listManagement = call({
  method: 'GET',
  path: 'auth/management/all',
  summary: 'The management reports that were published to the person in this business unit.',
  access: 'management_report.open',
  screens: ['management/report'],
  does: 'read',
  input: z.object({}),
  answers: z.object({ data: z.array(managementFields) }),
})

const count = () => z.number().int().min(0)
/** An amount of money as text, so that no digit is lost. */
const amount = z.string()

const costs = z.object({
  /** All months of the period, the earliest first. */
  months: z.array(month()).max(maxCostMonths),
  bills: z.array(
    z.object({
      month: month(),
      /** The people of this business unit who count on the bill. */
      people: count(),
      /** The bill is of several business units of the client: its numbers are not shown, only the people of this one. */
      is_shared: z.boolean(),
      billed_users: count().nullable(),
      number_of_bonus: count().nullable(),
      price: amount,
      domains: count().nullable(),
      domain_fee: amount,
      /** The total less credit notes. */
      total: amount.nullable(),
      /** The part of the greatest total, for the chart. */
      share: z.number().min(0).max(1),
    }),
  ),
  /** The sum of the totals; null: no bill has a total. */
  billed: amount.nullable(),
  capacities: z.array(
    z.object({
      month: month(),
      id: id(),
      name: z.string(),
      size: z.string(),
      hours: z.number(),
      currency: z.string(),
      /** The price of an hour; null: no price is stored. */
      price: amount.nullable(),
      amount: amount.nullable(),
    }),
  ),
  /** The sum for each currency: amounts of two currencies are never added. */
  capacity_totals: z.array(z.object({ currency: z.string(), amount, unpriced: z.boolean() })),
})

export const viewManagement = call({
  method: 'GET',
  path: 'auth/management/get',
  summary:
    'One management report with the numbers of the business unit in a period, or its costs in the months of the period.',
  access: 'management_report.open',
  screens: ['{id}/management/view'],
  does: 'read',
  input: z.object({ id: id(), from: readUsage.input.shape.from, to: readUsage.input.shape.to }),
  /** `usage` and `costs` are null unless the report shows them. Without a period, costs are those of the last 12 months. */
  answers: managementFields.extend({ usage: readUsage.answers.nullable(), costs: costs.nullable() }),
})

export const openManagement = call({
  method: 'POST',
  path: 'auth/management/open',
  summary:
    'An embed token for an embedded management report, with the identity of the business unit. An open report asks again.',
  access: 'management_report.open',
  screens: ['{id}/management/view'],
  does: 'outside',
  audit: null, // a reader reads what was published to them
  keepsAwake: false, // an open page calls it without a person
  input: z.object({ id: id() }),
  answers: renewToken.answers.extend({
    kind: z.enum(['powerbi', 'local']),
    service_report_id: z.string(),
    embed_url: z.string(),
    /** Origins that the browser may embed in addition to Microsoft's; from the server's configuration. */
    trusted_origins: z.array(z.string()),
  }),
})

const choice = z.object({ id: z.string(), name: z.string() })

export const listManagementSources = call({
  method: 'GET',
  path: 'auth/management_reports/sources',
  summary:
    'What an embedded management report can be made of: the accounts, the workspaces of an account, the reports of a workspace, and the roles of a report.',
  access: 'management_report.add',
  does: 'outside',
  audit: null, // changes nothing
  input: z.object({ account_id: id().optional(), workspace_id: id().optional(), report_id: id().optional() }),
  answers: z.object({
    accounts: z.array(choice.extend({ partner: z.string() })),
    workspaces: z.array(choice),
    reports: z.array(choice),
    /** Null: the service lists none, so that the publisher types the name. */
    roles: z.array(z.string()).nullable(),
  }),
})
