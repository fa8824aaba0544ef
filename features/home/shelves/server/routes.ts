import { pageOf } from '#platform/server/database/list.ts'
import { fail } from '#platform/contract/failure.ts'
import type { ListOptions } from '#platform/contract/list.ts'
import { type ReadContext, type Route, rows, rowsThenOutside } from '#platform/server/http/route.ts'
import { may } from '#platform/server/session/actor.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { type Signing, coverAddress, createKnownPages } from '#features/reports/library/server/commands.ts'
import { listAllReports, listSubgroupReports, listUsedTags, readMenu, readShelves, selectReports } from '../contract.ts'
import { menuTree } from './rules.ts'
import * as store from './store.ts'

type ShelfDependencies = Pick<Signing, 'secrets'> & { embedding: Embedding }

/** Signs the covers of an answer for its session. */
const signer =
  ({ secrets }: ShelfDependencies, { actor, clock }: ReadContext) =>
  <Row extends { cover: string | null }>(row: Row): Row => ({
    ...row,
    cover: coverAddress(row.cover, actor, { secrets, clock }),
  })

const shelves = (dependencies: ShelfDependencies) =>
  rows(readShelves, store.shelvesQuery, (found, context) => {
    const signed = signer(dependencies, context)
    const on = (shelf: string) => found.filter((row) => row.shelf === shelf).map(signed)
    return {
      latest: on('latest').map(({ at, ...card }) => ({ ...card, created_at: at })),
      favourites: on('favourites'),
      granted: on('granted'),
      most_used: on('most_used'),
      recent: on('recent').map(({ at, ...card }) => ({ ...card, opened_at: at })),
    }
  })

const lists = (dependencies: ShelfDependencies) => {
  const pageAnswer = (found: store.ListedReport[], context: ReadContext, options: ListOptions) => {
    const signed = signer(dependencies, context)
    return pageOf(found, options, ({ total: _, ...report }) => signed(report))
  }
  return [
    rows(listAllReports, store.reportsQuery, pageAnswer),
    rows(listSubgroupReports, store.reportsQuery, pageAnswer),
  ]
}

const tags = rows(listUsedTags, store.usedTagsQuery, (found) => found)

const menu = (dependencies: ShelfDependencies) =>
  rows(readMenu, store.menuQuery, (found, context) => ({
    show_menu_report: found[0]?.show_report_menu ?? true,
    show_name_report: found[0]?.show_report_name ?? true,
    groups: menuTree(found.map(signer(dependencies, context))),
    favorites: found.flatMap(({ id, favourite }) => (favourite ? [id] : [])),
  }))

/** The permission for each purpose of a choice. Anybody may choose a home page among their own reports. */
const choosers = {
  playlist: 'playlist.read',
  grant: 'report.grant',
  task: 'report.manage',
  export: 'scheduled_export.read',
} as const

const select = ({ embedding }: ShelfDependencies) => {
  const pagesOf = createKnownPages(embedding)
  return rowsThenOutside(selectReports, store.selectQuery, async (context, found, { for: purpose }) => {
    const { actor } = context
    if (purpose !== 'home' && !may(actor, choosers[purpose])) fail('access.functionality_refused')
    // Readers do not get the pages, because some may be closed to them.
    const pages = may(actor, 'report.manage')
      ? await pagesOf(
          context,
          found.map(({ value }) => value),
        )
      : null
    return found.map((report) => ({ ...report, pages: pages?.get(report.value) ?? [] }))
  })
}

export const routes = (dependencies: ShelfDependencies): Route[] => [
  shelves(dependencies),
  ...lists(dependencies),
  tags,
  menu(dependencies),
  select(dependencies),
]
