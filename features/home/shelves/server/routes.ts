import { pageOf } from '#platform/server/database/list.ts'
import { fail } from '#platform/contract/failure.ts'
import { type ReadContext, type Route, rows, rowsThenOutside } from '#platform/server/http/route.ts'
import { may } from '#platform/server/session/actor.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { type Signing, coverAddress, createKnownPages } from '#features/reports/library/server/commands.ts'
import { listAllReports, listUsedTags, readMenu, readShelves, selectReports } from '../contract.ts'
import { menuTree } from './rules.ts'
import * as store from './store.ts'

type Needs = Pick<Signing, 'secrets'> & { embedding: Embedding }

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
      most_used: on('most_used'),
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

/** Who chooses reports for what. Anybody may choose a home page among their own reports. */
const choosers = { playlist: 'playlist.read', grant: 'report.grant', task: 'report.manage' } as const

const select = ({ embedding }: Needs) => {
  const pagesOf = createKnownPages(embedding)
  return rowsThenOutside(selectReports, store.selectQuery, async (context, found, { for: purpose }) => {
    const { actor } = context
    if (purpose !== 'home' && !may(actor, choosers[purpose])) fail('access.functionality_refused')
    // Readers do not get the pages: some may be closed to them.
    const pages = may(actor, 'report.manage')
      ? await pagesOf(
          context,
          found.map(({ value }) => value),
        )
      : null
    return found.map((report) => ({ ...report, pages: pages?.get(report.value) ?? [] }))
  })
}

export const routes = (needs: Needs): Route[] => [shelves(needs), all(needs), tags, menu(needs), select(needs)]
