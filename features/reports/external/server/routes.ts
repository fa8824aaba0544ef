import { viewEvents } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { differs } from '#platform/server/defined-fields.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { type Route, type WriteContext, handle, rows } from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { resource } from '#platform/server/resource.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import { grantedRecords } from '#features/people/grantees/server/commands.ts'
import {
  externalReport,
  externalReportCalls,
  listExternal,
  logExternalView,
  openExternal,
  readExternalHosts,
  updateExternalHosts,
} from '../contract.ts'
import { grants } from './queries.ts'
import { isListed } from './rules.ts'
import * as store from './store.ts'

const {
  list,
  export: file,
  select,
  read,
  remove,
} = resource(externalReport, externalReportCalls, { table: 'external_reports', computed: store.computed })

const records = grantedRecords({ type: 'external_report', grants, add: store.add, update: store.update })

async function mustBeListed({ db }: WriteContext, url: string): Promise<void> {
  if (!isListed(url, await store.hostsForUpdate(db)))
    fail('external_report.host_not_listed', { fields: { address: 'external_report.host_not_listed' } })
}

const add = handle(externalReportCalls.add, async (context, { user_ids, group_ids, ...fields }) => {
  await mustBeListed(context, fields.address)
  const id = await records.add(context, fields, { user_ids, group_ids })
  return { status: true as const, id }
})

const update = handle(externalReportCalls.update, async (context, { id, version, user_ids, group_ids, ...fields }) => {
  const found = (await store.findForUpdate(context.db, id)) ?? fail('call.not_found')
  mustBeCurrent(version, found.version)
  if (fields.address && fields.address !== found.address) await mustBeListed(context, fields.address)
  await records.change(context, { id, ...found }, fields, { user_ids, group_ids })
  return { status: true as const }
})

const updateHosts = handle(updateExternalHosts, async ({ db, actor, audit, unchanged }, { hosts }) => {
  const before = await store.hostsForUpdate(db)
  const after = [...new Set(hosts.flatMap((host) => host ?? []))].toSorted()
  if (!differs({ hosts: before.toSorted() }, { hosts: after })) return unchanged({ status: true as const })
  await store.setHosts(db, tenantOf(actor), after)
  await audit({ target: { type: 'external_report', id: null }, before: { hosts: before }, after: { hosts: after } })
  return { status: true as const }
})

export const routes = (_needs: object = {}, viewLog = createLimiter(viewEvents)): Route[] => [
  list,
  file,
  select,
  read,
  add,
  update,
  remove,
  rows(readExternalHosts, store.hostsQuery, ([found]) => ({ hosts: found?.hosts ?? [] })),
  updateHosts,
  rows(listExternal, store.externalQuery, (data) => ({ data })),
  rows(
    openExternal,
    ({ id }) => store.openQuery(id),
    ([found]) => {
      // A host may have left the list since the report was saved.
      if (!found || !isListed(found.address, found.hosts)) fail('call.not_found')
      const { hosts: _, ...report } = found
      return report
    },
  ),
  handle(logExternalView, async ({ db, actor, clock }, { id, view_id }) => {
    if (!viewLog.admits(actor.userId, clock.now())) fail('call.throttled', { retryAfter: 60 })
    if (!(await store.addView(db, id, view_id))) fail('call.not_found')
    return { status: true as const }
  }),
]
