// User terms: texts that people read or accept after the sign-in, at their registration, or before a report. A text is published as a
// numbered version. Until a mandatory one is accepted, the session gate refuses every call that is not marked `beforeTerms`. The platform's
// staff edit the terms for everybody, managers those of their business unit.
import { z } from 'zod'
import { flag, id, instant, line, longTexts, texts } from '#catalogue/fields.ts'
import { searchLength } from '#catalogue/limits.ts'
import { call } from '#platform/contract/call.ts'
import { checkHtmlCall } from '#platform/contract/check-html.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { exportCall } from '#platform/contract/export.ts'
import { done, listAnswer, listInput } from '#platform/contract/list.ts'

export const termConditions = ['mandatory', 'informative'] as const
export const termPlacements = ['after_login', 'registration', 'report'] as const

/** Longest text of a term in one language, in characters of HTML. */
export const longestTerm = 125_000

/** `body`: HTML of the allow-list (platform/contract/html.ts) without pictures, because people read terms before they have a session. */
const said = { title: texts(120), body: longTexts(longestTerm) }

export const userTerm = entity({
  noun: 'user_term',
  title: ['user term', 'user terms'],
  fields: {
    ...said,
    condition: z.enum(termConditions),
    /** The occasion on which people see the term: after the sign-in, at registration, or before a report. */
    place: z.enum(termPlacements),
    /** The report before which people see the term, if `place` is `report`. */
    report_id: id().nullable(),
    /** N: people no longer see it. */
    active: flag(),
  },
  computed: {
    /** The published version; 0: none yet. */
    edition: z.number().int(),
    published_at: instant().nullable(),
    /** The text has changed since it was published. */
    draft: flag(),
    /** Number of people who accepted the published version. */
    accepted: z.number().int(),
    report: z.string().nullable(),
  },
  sorts: ['name', 'condition', 'place', 'published_at', 'created_at'],
  filters: {},
})

export const userTermCalls = crudCalls('auth/user_terms', userTerm)

export const checkTermHtml = checkHtmlCall('auth/user_terms/html/check', 'user_term.update', longestTerm)

export const selectTermReports = call({
  method: 'GET',
  path: 'auth/user_terms/reports',
  summary: 'The first reports of the business unit whose name contains a text, to choose from.',
  access: 'user_term.read',
  does: 'read',
  input: z.object({ search: line(searchLength).default('') }),
  answers: z.array(z.object({ value: id(), label: z.string() })),
})

export const publishTerm = call({
  method: 'POST',
  path: 'auth/user_terms/publish',
  summary: 'Publishes the text as a new version. Everybody whom the term concerns is asked again.',
  access: 'user_term.update',
  does: 'write',
  audit: 'user_term.published',
  input: z.object({ id: id(), version: z.number().int() }),
  answers: done.extend({ edition: z.number().int() }),
})

const edition = z.object({
  edition: z.number().int(),
  ...said,
  published_at: instant(),
  published_by: z.string().nullable(),
})
export type Edition = z.output<typeof edition>

export const listEditions = call({
  method: 'GET',
  path: 'auth/user_terms/editions',
  summary: 'The published versions of a term, the newest first.',
  access: 'user_term.read',
  does: 'read',
  input: z.object({ id: id() }),
  answers: z.array(edition),
})

/** A term as people see it. `version` is the published one. */
export const readableTerm = z.object({
  id: id(),
  version: z.number().int(),
  mandatory: flag(),
  ...said,
})
export type ReadableTerm = z.output<typeof readableTerm>

export const listDueTerms = call({
  method: 'GET',
  path: 'auth/user_terms/due',
  summary:
    'The terms that the caller has not accepted: after the sign-in, or before a report. An embedded page gets only the latter.',
  access: 'user_term.accept',
  does: 'read',
  beforeTerms: true,
  input: z.object({ report_id: id().optional() }),
  answers: z.array(readableTerm),
})

export const acceptTerm = call({
  method: 'POST',
  path: 'auth/user_terms/accept',
  summary:
    'Accepts the published version of a term; in an embedded page only one before a report. Time and network address are stored.',
  access: 'user_term.accept',
  does: 'write',
  audit: 'user_term.accepted',
  personal: true,
  beforeTerms: true,
  input: z.object({ id: id(), version: z.number().int() }),
  answers: done,
})

export const listAcceptances = call({
  method: 'GET',
  path: 'auth/user_terms/acceptances/all',
  summary: 'The people whom a term concerns, with the version that each accepted last.',
  access: 'user_term.read',
  does: 'read',
  input: listInput(['name', 'email', 'accepted_at'], { term_id: id(), accepted: flag().optional() }),
  answers: listAnswer(
    z.object({
      id: id(),
      name: z.string(),
      email: z.string(),
      unit: z.string(),
      /** S: the person accepted the published version. */
      accepted: flag(),
      edition: z.number().int().nullable(),
      accepted_at: instant().nullable(),
      address: z.string().nullable(),
    }),
  ),
})

export const exportAcceptances = exportCall(listAcceptances)
