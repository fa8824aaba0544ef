// Management reports: reports that the platform or a partner publishes to business units about their own use of the portal. They show
// numbers of the reader's business unit only, and no name of a person. Next: ../usage counts the numbers.
import { z } from 'zod'
import { flag, id, longTexts, texts } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { readUsage } from '#features/reports/usage/contract.ts'

/** What a report shows: views by day and hour; who reads and who does not; waiting times. */
export const managementSources = ['usage', 'people', 'performance'] as const
export type ManagementSource = (typeof managementSources)[number]

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

export const viewManagement = call({
  method: 'GET',
  path: 'auth/management/get',
  summary: 'One management report with the numbers of the business unit in a period.',
  access: 'management_report.open',
  screens: ['{id}/management/view'],
  does: 'read',
  input: z.object({ id: id(), from: readUsage.input.shape.from, to: readUsage.input.shape.to }),
  answers: managementFields.extend({ usage: readUsage.answers }),
})
