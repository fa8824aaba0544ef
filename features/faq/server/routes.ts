import { inLanguage, type Texts } from '#catalogue/languages.ts'
import { fail } from '#platform/contract/failure.ts'
import { type Route, handle, open, rows } from '#platform/server/http/route.ts'
import { resource } from '#platform/server/resource.ts'
import { faqEntry, faqEntryCalls, orderFaq, readFaq, readFaqOrder, readOwnFaq } from '../contract.ts'
import { orderedBy } from './rules.ts'
import * as store from './store.ts'

const { routes: ofEntries } = resource(faqEntry, faqEntryCalls, {
  table: 'faq_entries',
  computed: { position: store.position },
  written: {
    question: (question: Texts, { language }) => inLanguage(question, language),
    answer: (answer: Texts, { language }) => inLanguage(answer, language),
  },
})

const readOrder = rows(readFaqOrder, store.orderQuery, (found) => found)

const order = handle(orderFaq, async ({ db, audit, unchanged }, { ids }) => {
  const before = await store.orderOf(db)
  const after = orderedBy(before, ids) ?? fail('call.not_found')
  if (after.every((id, at) => id === before[at])) return unchanged({ status: true as const })
  await store.keepOrder(db, after)
  await audit({ target: { type: 'faq_entry', id: null } })
  return { status: true as const }
})

const read = open(readFaq, ({ acrossTenants }) => acrossTenants('faq: those of the platform', store.faqOfPlatform))

const readOwn = rows(readOwnFaq, store.ownQuery, (found) => found)

export const routes: Route[] = [...ofEntries, readOrder, order, read, readOwn]
