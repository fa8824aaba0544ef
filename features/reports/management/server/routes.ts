import { inLanguage, type Texts } from '#catalogue/languages.ts'
import { fail } from '#platform/contract/failure.ts'
import { type Route, type WriteContext, handle, rows } from '#platform/server/http/route.ts'
import { resource } from '#platform/server/resource.ts'
import { listManagement, managementReport, managementReportCalls, viewManagement } from '../contract.ts'
import { embeddedRoutes, mustPublishFrom } from './embedded.ts'
import * as store from './store.ts'

const {
  list,
  export: file,
  select,
  read,
  remove,
  records,
} = resource(managementReport, managementReportCalls, {
  table: 'management_reports',
  written: {
    title: (title: Texts, { language }) => inLanguage(title, language),
    description: (description: Texts, { language }) => inLanguage(description, language),
    embedded: (embedded: { role: string } | null) => embedded?.role ?? '',
  },
})

const add = handle(managementReportCalls.add, async (context, fields) => {
  await mustSee(context, fields.tenant_ids)
  const embedded = fields.source === 'report' ? fields.embedded : null
  if (embedded) await mustPublishFrom(context, embedded.account_id)
  return { status: true as const, id: await records.add(context, { ...fields, embedded }) }
})

const update = handle(managementReportCalls.update, async (context, changed) => {
  await mustSee(context, changed.tenant_ids ?? [])
  // Another source keeps no report of the service.
  const embedded = changed.source === undefined || changed.source === 'report' ? changed.embedded : null
  if (embedded) await mustPublishFrom(context, embedded.account_id)
  await records.change(context, { ...changed, ...(embedded !== undefined && { embedded }) })
  return { status: true as const }
})

/** Refuses business units that the session does not see: a partner publishes to its own units only. */
async function mustSee({ db }: WriteContext, ids: readonly string[]): Promise<void> {
  const uniqueIds = [...new Set(ids)]
  if (uniqueIds.length > 0 && (await store.countUnits(db, uniqueIds)) < uniqueIds.length) fail('call.not_found')
}

export const routes = (dependencies: Parameters<typeof embeddedRoutes>[0]): Route[] => [
  list,
  file,
  select,
  read,
  add,
  update,
  remove,
  ...embeddedRoutes(dependencies),
  rows(listManagement, store.managementQuery, (data) => ({ data })),
  rows(viewManagement, store.viewQuery, ([report]) => report ?? fail('call.not_found')),
]
