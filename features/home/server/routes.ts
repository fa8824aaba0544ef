import { pageOf } from '#platform/server/database/list.ts'
import { type Route, rows } from '#platform/server/http/route.ts'
import { listAllReports, listUsedTags, readMenu, readShelves, selectReports } from '../contract.ts'
import { menuTree } from './rules.ts'
import * as store from './store.ts'

const shelves = rows(readShelves, store.shelvesQuery, (found) => {
  const on = (shelf: string) => found.filter((row) => row.shelf === shelf)
  return {
    latest: on('latest').map(({ at, ...card }) => ({ ...card, created_at: at })),
    favourites: on('favourites'),
    recent: on('recent').map(({ at, ...card }) => ({ ...card, opened_at: at })),
  }
})

const all = rows(listAllReports, store.reportsQuery, (found, _, options) =>
  pageOf(found, options, ({ total: _total, ...report }) => report),
)

const tags = rows(listUsedTags, store.usedTagsQuery, (found) => found)

const menu = rows(readMenu, store.menuQuery, (found) => ({
  show_menu_report: found[0]?.show_report_menu ?? true,
  show_name_report: found[0]?.show_report_name ?? true,
  groups: menuTree(found),
  favorites: found.flatMap(({ id, favourite }) => (favourite ? [id] : [])),
}))

// The pages of a report would need a call to the report service for each report; this list leaves them out.
const select = rows(
  selectReports,
  ({ search }) => store.selectQuery(search),
  (found) => found.map((report) => ({ ...report, pages: [] })),
)

export const routes: Route[] = [shelves, all, tags, menu, select]
