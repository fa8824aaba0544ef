import { inLanguage, type Texts } from '#catalogue/languages.ts'
import { fail } from '#platform/contract/failure.ts'
import { type Route, type WriteContext, handle, rows } from '#platform/server/http/route.ts'
import { resource } from '#platform/server/resource.ts'
import { listManagement, managementReport, managementReportCalls, viewManagement } from '../contract.ts'
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
  },
})

const add = handle(managementReportCalls.add, async (context, fields) => {
  await mustSee(context, fields.tenant_ids)
  return { status: true as const, id: await records.add(context, fields) }
})

const update = handle(managementReportCalls.update, async (context, changed) => {
  await mustSee(context, changed.tenant_ids ?? [])
  await records.change(context, changed)
  return { status: true as const }
})

/** Refuses business units that the session does not see: a partner publishes to its own units only. */
async function mustSee({ db }: WriteContext, ids: readonly string[]): Promise<void> {
  const uniqueIds = [...new Set(ids)]
  if (uniqueIds.length > 0 && (await store.countUnits(db, uniqueIds)) < uniqueIds.length) fail('call.not_found')
}

export const routes: Route[] = [
  list,
  file,
  select,
  read,
  add,
  update,
  remove,
  rows(listManagement, store.managementQuery, (data) => ({ data })),
  rows(viewManagement, store.viewQuery, ([report]) => report ?? fail('call.not_found')),
]
