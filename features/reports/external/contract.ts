// External reports: web pages of other hosts in a sandboxed frame. The business unit lists the hosts; a page of any other host is neither
// saved nor opened, and the policy of the page (apps/server/pages.ts) keeps the browser from framing it. Granted like an app.
import { z } from 'zod'
import { requiredPageUrl, hostName, id, optionalLines, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { added, done } from '#platform/contract/list.ts'

export const maxExternalHosts = 50

const person = z.object({ id: id(), name: z.string(), email: z.string() })
const group = z.object({ id: id(), name: z.string(), members: z.number().int() })

export const externalReport = entity({
  noun: 'external_report',
  title: ['external report', 'external reports'],
  fields: {
    name: text(80),
    description: optionalLines(300),
    /** A page with https, whose host is in the list. */
    address: requiredPageUrl(),
  },
  computed: { people: z.array(person), groups: z.array(group) },
  sorts: ['name', 'created_at'],
  filters: {},
})

const written = {
  ...externalReport.fields,
  user_ids: z.array(id()).max(2_000),
  group_ids: z.array(id()).max(500),
}
const calls = crudCalls('auth/external_reports', externalReport)

export const externalReportCalls = {
  ...calls,
  add: call({
    method: 'POST',
    path: 'auth/external_reports/add',
    summary: 'Adds an external report.',
    access: 'external_report.add',
    does: 'write',
    audit: 'external_report.added',
    input: z.object(written),
    answers: added,
  }),
  update: call({
    method: 'PUT',
    path: 'auth/external_reports/update',
    summary: 'Changes an external report; absent fields stay as they are.',
    access: 'external_report.update',
    does: 'write',
    audit: 'external_report.updated',
    input: z.object(written).partial().extend({ id: id(), version: z.number().int() }),
    answers: done,
  }),
}

const hosts = z.array(hostName().refine((value) => value !== null)).max(maxExternalHosts)

export const readExternalHosts = call({
  method: 'GET',
  path: 'auth/external_reports/hosts/get',
  summary: 'The hosts whose pages external reports may show.',
  access: 'external_report.read',
  does: 'read',
  input: z.object({}),
  answers: z.object({ hosts }),
})

export const updateExternalHosts = call({
  method: 'POST',
  path: 'auth/external_reports/hosts/update',
  summary: 'Replaces these hosts. Reports of a host that is no longer in the list cannot be opened.',
  access: 'external_report.update',
  does: 'write',
  audit: 'external_report.hosts_updated',
  input: z.object({ hosts }),
  answers: done,
})

const externalFields = { id: id(), name: z.string(), description: z.string().nullable() }

export const listExternal = call({
  method: 'GET',
  path: 'auth/external/all',
  summary: 'The external reports that the person may open.',
  access: 'external_report.open',
  screens: ['all/reports', '{id}/reports/external'],
  does: 'read',
  input: z.object({}),
  answers: z.object({ data: z.array(z.object(externalFields)) }),
})

export const openExternal = call({
  method: 'GET',
  path: 'auth/external/get',
  summary: 'An external report with its address.',
  access: 'external_report.open',
  screens: ['{id}/reports/external'],
  does: 'read',
  input: z.object({ id: id() }),
  answers: z.object({ ...externalFields, address: z.string() }),
})

export const logExternalView = call({
  method: 'POST',
  path: 'auth/external/log/view',
  summary: 'Logs that the person has opened an external report; a repeated view is stored once.',
  access: 'external_report.open',
  screens: ['{id}/reports/external'],
  does: 'write',
  audit: null, // the view log is a log itself
  input: z.object({ id: id(), view_id: id() }),
  answers: done,
})
