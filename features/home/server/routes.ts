import { pageOf } from '#platform/server/database/list.ts'
import { type ReadContext, type Route, rows } from '#platform/server/http/route.ts'
import { type Signing, coverAddress } from '#features/reports/server/service.ts'
import { listAllReports, listUsedTags, readMenu, readShelves, selectReports } from '../contract.ts'
import { menuTree } from './rules.ts'
import * as store from './store.ts'

type Needs = Pick<Signing, 'secrets'>

/** Signs the covers of an answer for its session. */
const signer =
  ({ secrets }: Needs, { actor, clock }: ReadContext) =>
  <Row extends { cover: string | null }>(row: Row): Row => ({
    ...row,
    cover: coverAddress(row.cover, actor, { secrets, clock }),
  })

const shelves = (needs: Needs) =>
  rows(readShelves, store.shelvesQuery, (found, context) => {
    const signed = signer(needs, context)
    const on = (shelf: string) => found.filter((row) => row.shelf === shelf).map(signed)
    return {
      latest: on('latest').map(({ at, ...card }) => ({ ...card, created_at: at })),
      favourites: on('favourites'),
      recent: on('recent').map(({ at, ...card }) => ({ ...card, opened_at: at })),
    }
  })

const all = (needs: Needs) =>
  rows(listAllReports, store.reportsQuery, (found, context, options) => {
    const signed = signer(needs, context)
    return pageOf(found, options, ({ total: _, ...report }) => signed(report))
  })

const tags = rows(listUsedTags, store.usedTagsQuery, (found) => found)

const menu = (needs: Needs) =>
  rows(readMenu, store.menuQuery, (found, context) => ({
    show_menu_report: found[0]?.show_report_menu ?? true,
    show_name_report: found[0]?.show_report_name ?? true,
    groups: menuTree(found.map(signer(needs, context))),
    favorites: found.flatMap(({ id, favourite }) => (favourite ? [id] : [])),
  }))

// The pages of a report would need a call to the report service for each report; this list leaves them out.
const select = rows(
  selectReports,
  ({ search }) => store.selectQuery(search),
  (found) => found.map((report) => ({ ...report, pages: [] })),
)

export const routes = (needs: Needs): Route[] => [shelves(needs), all(needs), tags, menu(needs), select]
