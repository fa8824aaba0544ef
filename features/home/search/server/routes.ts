import { type Route, rows } from '#platform/server/http/route.ts'
import { readKnown, searchEverything } from '../contract.ts'
import { openablePages, isVisibleTo } from './rules.ts'
import { knownQuery, searchQuery } from './store.ts'

const search = rows(
  searchEverything,
  ({ search: text }) => searchQuery(text),
  (found, { actor }) => openablePages(found).filter(isVisibleTo(actor)),
)

const known = rows(
  readKnown,
  ({ ids }) => knownQuery(ids),
  (found, { actor }) => found.filter(isVisibleTo(actor)),
)

export const routes: Route[] = [search, known]
