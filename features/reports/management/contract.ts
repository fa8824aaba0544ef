// Management reports: reports that the platform or a partner publishes to business units about their own use of the portal. They show
// numbers of the reader's business unit only, and no name of a person. Next: ../usage counts the numbers.
import { z } from 'zod'
import { flag, id, longTexts, month, texts } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { readUsage } from '#features/reports/usage/contract.ts'

/** What a report shows: views by day and hour; who reads and who does not; waiting times; bills and capacities by month. */
export const managementSources = ['usage', 'people', 'performance', 'costs'] as const
export type ManagementSource = (typeof managementSources)[number]

/** Most months of a report about costs. */
export const maxCostMonths = 24

export const managementReaders = ['managers', 'everybody'] as const

const said = { title: texts(80), description: longTexts(300) }

export const managementReport = entity({
  noun: 'management_report',
  title: ['management report', 'management reports'],
  fields: {
    ...said,
    source: z.enum(managementSources),
    /** Which people of a business unit may read the report. */
    readers: z.enum(managementReaders),
    /** The business units that see the report; empty: all of the publisher. */
    tenant_ids: z.array(id()).max(500),
    published: flag(),
  },
  computed: {},
  sorts: ['name', 'created_at'],
  filters: {},
})

export const managementReportCalls = crudCalls('auth/management_reports', managementReport)

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
  /** `usage` or `costs` is null, by the source of the report. Without a period, costs are those of the last 12 months. */
  answers: managementFields.extend({ usage: readUsage.answers.nullable(), costs: costs.nullable() }),
})
