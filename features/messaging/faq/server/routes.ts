import { inLanguage, type Texts } from '#catalogue/languages.ts'
import { fail } from '#platform/contract/failure.ts'
import { textOf } from '#platform/server/html/clean.ts'
import { cleanText, type HtmlForm, withCleanBodies } from '#platform/server/html/cleaning.ts'
import { type Route, handle, handlePrepared, open, outside, rows } from '#platform/server/http/route.ts'
import { resource } from '#platform/server/resource.ts'
import {
  checkAnswerHtml,
  faqEntry,
  faqEntryCalls,
  longestAnswer,
  orderFaq,
  readFaq,
  readFaqOrder,
  readOwnFaq,
} from '../contract.ts'
import { orderedBy } from './rules.ts'
import * as store from './store.ts'

const {
  list,
  export: file,
  select,
  read: readEntry,
  remove,
  records,
} = resource(faqEntry, faqEntryCalls, {
  table: 'faq_entries',
  computed: { position: store.position },
  written: {
    question: (question: Texts, { language }) => inLanguage(question, language),
    answer: (answer: Texts, { language }) => textOf(inLanguage(answer, language)),
  },
})

const form: HtmlForm = { pictures: false, max: longestAnswer }

const prepare = withCleanBodies('answer', form)

const add = handlePrepared(faqEntryCalls.add, prepare, async (context, fields) => ({
  status: true as const,
  id: await records.add(context, fields),
}))

const update = handlePrepared(faqEntryCalls.update, prepare, async (context, changed) => {
  await records.change(context, changed)
  return { status: true as const }
})

const check = outside(checkAnswerHtml, async (context, { html }) => ({
  html: await cleanText(context, html, 'html', form),
}))

const readOrder = rows(readFaqOrder, store.orderQuery, (found) => found)

const order = handle(orderFaq, async ({ db, audit, unchanged }, { ids }) => {
  const before = await store.orderOf(db)
  const after = orderedBy(before, ids) ?? fail('call.not_found')
  if (after.every((id, index) => id === before[index])) return unchanged({ status: true as const })
  await store.keepOrder(db, after)
  await audit({ target: { type: 'faq_entry', id: null } })
  return { status: true as const }
})

const readPlatformFaq = open(readFaq, ({ acrossTenants }) =>
  acrossTenants('faq: those of the platform', store.platformEntries),
)

const readUnitFaq = rows(readOwnFaq, store.ownQuery, (found) => found)

export const routes: Route[] = [
  list,
  file,
  select,
  readEntry,
  add,
  update,
  remove,
  check,
  readOrder,
  order,
  readPlatformFaq,
  readUnitFaq,
]
