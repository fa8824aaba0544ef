// Filters search results: a person sees a result if they have its permission and its screen is not hidden.
import type { Permission } from '#catalogue/access.ts'
import { type Screen, screensFor } from '#catalogue/screens.ts'
import { type Actor, may } from '#platform/server/session/actor.ts'
import { opensPageWith, type PageRights } from '#features/reports/access/server/queries.ts'
import { type Kind, maxOfAKind } from '../contract.ts'

const requirements: Record<Kind, { permission: Permission; screen: Screen }> = {
  report: { permission: 'report.open', screen: '{id}/reports/view' },
  page: { permission: 'report.open', screen: '{id}/reports/view' },
  external_report: { permission: 'external_report.open', screen: '{id}/reports/external' },
  app: { permission: 'app.open', screen: '{id}/apps/view' },
  playlist: { permission: 'playlist.open', screen: 'playlists' },
  report_subgroup: { permission: 'report.open', screen: '{id}/reports' },
  report_group: { permission: 'report.open', screen: 'reports' },
  tag: { permission: 'report.open', screen: 'all/reports' },
  task: { permission: 'task.read', screen: 'auto_actions' },
  user: { permission: 'user.read', screen: 'user' },
  user_group: { permission: 'user_group.read', screen: 'group_users' },
  tenant: { permission: 'tenant.read', screen: 'companies' },
}

/** Keeps the pages that the person may open, at most `maxOfAKind`. */
export function openablePages<Row extends { kind: Kind; page: string | null; rights: PageRights | null }>(
  found: readonly Row[],
): Omit<Row, 'rights'>[] {
  const isOpenable = ({ page, rights }: Row) => page === null || rights === null || opensPageWith(rights, page)
  const pages = new Set(found.filter((row) => row.kind === 'page' && isOpenable(row)).slice(0, maxOfAKind))
  return found.filter((row) => row.kind !== 'page' || pages.has(row)).map(({ rights: _, ...row }) => row)
}

export function isVisibleTo(actor: Actor): (found: { kind: Kind }) => boolean {
  const screens = screensFor(actor.profile, actor.hiddenMenu)
  return ({ kind }) => may(actor, requirements[kind].permission) && screens.includes(requirements[kind].screen)
}
