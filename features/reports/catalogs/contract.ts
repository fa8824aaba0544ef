// The catalog of a business unit: reports that its people may know of and not yet open. They request access, and a report manager grants it
// or denies it with a reason. Which reports are in it: `show_on_catalog` of a report. Next: server/service.ts.
import { z } from 'zod'
import { flag, id, instant, namedRecord, optionalLines, requiredLines } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { added, done, listAnswer, listInput } from '#platform/contract/list.ts'
import { reportOutline } from '#features/reports/library/contract.ts'
import { reading, wholeReading } from '#features/reports/access/contract.ts'

export const requestStates = ['waiting', 'granted', 'denied', 'withdrawn'] as const
export type RequestState = (typeof requestStates)[number]

/** A request as the person who made it sees it. */
const ownRequest = z.object({
  id: id(),
  state: z.enum(requestStates),
  reason: z.string(),
  /** The answer that the report manager wrote. */
  answer: z.string().nullable(),
  created_at: instant(),
  settled_at: instant().nullable(),
})

export const catalogReport = z.object({
  id: id(),
  name: z.string(),
  /** The catalog description, otherwise the description of the report. */
  description: z.string().nullable(),
  cover: z.string().nullable(),
  outline: reportOutline.nullable(),
  group: z.string(),
  subgroup: z.string(),
  /** Name of the person who published the report. */
  owner: z.string().nullable(),
  may_open: flag(),
  /** The newest request of the caller; null without one. */
  request: ownRequest.nullable(),
  /** The number of waiting requests of all people; null for callers who do not decide. */
  waiting: z.number().int().nullable(),
})

export const listCatalog = call({
  method: 'GET',
  path: 'auth/catalogs/all',
  summary: 'The reports of the catalog that the caller may not open yet; for report managers all of them.',
  access: 'catalog.read',
  does: 'read',
  input: listInput(['name', 'created_at'], { asked: flag().optional() }),
  answers: listAnswer(catalogReport),
})

export const addRequest = call({
  method: 'POST',
  path: 'auth/catalogs/request/add',
  summary: 'Requests access to a report of the catalog. A person has one waiting request for a report.',
  access: 'access_request.add',
  does: 'write',
  audit: 'access_request.added',
  input: z.object({ report_id: id(), reason: requiredLines(500) }),
  answers: added,
})

export const withdrawRequest = call({
  method: 'POST',
  path: 'auth/catalogs/request/withdraw',
  summary: 'Withdraws a waiting request of the caller.',
  access: 'access_request.add',
  does: 'write',
  audit: 'access_request.withdrawn',
  input: z.object({ id: id() }),
  answers: done,
})

export const requestRow = z.object({
  id: id(),
  /** Name of the person, for screen readers and dialogs. */
  name: z.string(),
  email: z.string(),
  report_id: id(),
  report: z.string(),
  state: z.enum(requestStates),
  reason: z.string(),
  answer: z.string().nullable(),
  decided_by: z.string().nullable(),
  created_at: instant(),
  settled_at: instant().nullable(),
})

export const listRequests = call({
  method: 'GET',
  path: 'auth/catalogs/request/all',
  summary: 'Requests for access, for those who decide them.',
  access: 'access_request.decide',
  does: 'read',
  input: listInput(['created_at', 'name', 'report'], {
    order: z.enum(['asc', 'desc']).default('desc'),
    state: z.enum(requestStates).optional(),
  }),
  answers: listAnswer(requestRow),
})

export const exportRequests = exportCall(listRequests)

export const readRequest = call({
  method: 'GET',
  path: 'auth/catalogs/request/get',
  summary: 'One request, with what a decision about it needs to know of the report.',
  access: 'access_request.decide',
  does: 'read',
  input: z.object({ id: id() }),
  answers: requestRow.extend({
    row_security: flag(),
    ignore_row_security: flag(),
    ignore_role: z.string().nullable(),
    has_filters: flag(),
    pages_protected: flag(),
    user_id: id(),
    /** Whether the caller may preview the report as the person. */
    may_preview: flag(),
    known_roles: z.array(z.string()),
    identity_fields: z.array(namedRecord),
  }),
})

export const grantRequest = call({
  method: 'POST',
  path: 'auth/catalogs/request/grant',
  summary: 'Grants the report to the person who asked, with or without the filters of the report.',
  access: 'access_request.decide',
  does: 'outside',
  audit: 'access_request.granted',
  input: wholeReading(z.object({ id: id(), ...reading, answer: optionalLines(500).default(null) })),
  answers: done,
})

export const denyRequest = call({
  method: 'POST',
  path: 'auth/catalogs/request/deny',
  summary: 'Denies a request. The person reads the reason.',
  access: 'access_request.decide',
  does: 'write',
  audit: 'access_request.denied',
  input: z.object({ id: id(), answer: requiredLines(500) }),
  answers: done,
})
