import { maxPins } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { type Route, handle, rows } from '#platform/server/http/route.ts'
import type { Actor } from '#platform/server/session/actor.ts'
import { isInOpenApp, opensPageWith } from '#features/reports/access/server/queries.ts'
import * as calls from '../contract.ts'
import * as store from './store.ts'

const reportScreen = '{id}/reports/view'
const appScreen = '{id}/apps/view'

/** Where the screen of reports is hidden, a person opens only the reports of their apps; where both screens are hidden, none. */
const isReportShown = ({ hiddenMenu }: Actor, isInApp: boolean): boolean =>
  !hiddenMenu.includes(reportScreen) || (isInApp && !hiddenMenu.includes(appScreen))

const list = rows(calls.listPins, store.listQuery, (pins, { actor }) =>
  pins
    .filter(({ is_in_app }) => isReportShown(actor, is_in_app))
    .filter(({ rights, page }) => opensPageWith(rights, page))
    .map(({ rights: _rights, is_in_app: _isInApp, ...pin }) => pin),
)

const add = handle(calls.addPin, async ({ db, actor }, pin) => {
  const rights = (await store.findRights(db, pin.reportId)) ?? fail('report.missing')
  if (!opensPageWith(rights, pin.page)) fail('access.page_refused')
  if (!isReportShown(actor, false) && !isReportShown(actor, await isInOpenApp(db, pin.reportId)))
    fail('access.page_refused')
  const { count, next } = await store.lockAndCount(db)
  const present = await store.find(db, pin)
  if (present) return { status: true as const, id: present.id }
  if (count >= maxPins) fail('pin.limit_reached')
  return { status: true as const, id: await store.add(db, pin, next) }
})

const remove = handle(calls.removePin, async ({ db }, { id }) => {
  if (!(await store.remove(db, id))) fail('call.not_found')
  return { status: true as const }
})

const order = handle(calls.orderPins, async ({ db }, { ids }) => {
  if ((await store.order(db, ids)) !== new Set(ids).size) fail('call.not_found')
  return { status: true as const }
})

export const routes: Route[] = [list, add, remove, order]
