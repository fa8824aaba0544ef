import { type Route, rows } from '#platform/server/http/route.ts'
import { readKnown, searchEverything } from '../contract.ts'
import { openablePages, shownTo } from './rules.ts'
import { knownQuery, searchQuery } from './store.ts'

const search = rows(
  searchEverything,
  ({ search: words }) => searchQuery(words),
  (found, { actor }) => openablePages(found).filter(shownTo(actor)),
)

const known = rows(
  readKnown,
  ({ ids }) => knownQuery(ids),
  (found, { actor }) => found.filter(shownTo(actor)),
)

export const routes: Route[] = [search, known]
