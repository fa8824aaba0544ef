// Frequently asked questions. Everybody reads those of the platform at `/faq`, on each host and without a session; the people of a business
// unit also read the unit's own. The platform's staff write for everybody, administrators for their business unit.
import { z } from 'zod'
import { flag, id, longTexts, texts } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { checkHtmlCall } from '#platform/contract/check-html.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { done } from '#platform/contract/list.ts'

/** The maximum length of an answer in one language, in characters of HTML. */
export const longestAnswer = 32_000

/**
 * The texts of an entry. `answer` is HTML of the allow-list (platform/contract/html.ts) without pictures, because people read it without a
 * session.
 */
const entryTexts = { question: texts(200), answer: longTexts(longestAnswer) }

/** The maximum number of entries of one order. */
const maxOrdered = 1_000

export const faqEntry = entity({
  noun: 'faq_entry',
  title: ['question', 'questions'],
  fields: entryTexts,
  computed: { position: z.number().int() },
  sorts: ['position', 'name', 'created_at'],
  filters: {},
})

export const faqEntryCalls = crudCalls('auth/faq/entries', faqEntry)

export const checkAnswerHtml = checkHtmlCall('auth/faq/entries/html/check', 'faq_entry.update', longestAnswer)

export const readFaqOrder = call({
  method: 'GET',
  path: 'auth/faq/entries/order/get',
  summary: 'The questions of the platform, or of the business unit, in their order.',
  access: 'faq_entry.update',
  does: 'read',
  input: z.object({}),
  answers: z.array(z.object({ id: id(), question: entryTexts.question })),
})

export const orderFaq = call({
  method: 'POST',
  path: 'auth/faq/entries/change/order',
  summary: 'Puts the questions into this order; others follow them as before.',
  access: 'faq_entry.update',
  does: 'write',
  audit: 'faq_entry.moved',
  input: z.object({ ids: z.array(id()).min(1).max(maxOrdered) }),
  answers: done,
})

const visibleEntry = z.object({ id: id(), ...entryTexts })

export const readFaq = call({
  method: 'GET',
  path: 'faq',
  summary: 'The questions of the platform, for everybody.',
  access: 'anyone',
  does: 'outside',
  audit: null,
  input: z.object({}),
  answers: z.array(visibleEntry),
})

export const readOwnFaq = call({
  method: 'GET',
  path: 'auth/faq/all',
  summary: 'The questions of the business unit, then those of the platform.',
  access: 'portal.use',
  screens: ['faq'],
  does: 'read',
  input: z.object({}),
  answers: z.array(visibleEntry.extend({ of_unit: flag() })),
})
