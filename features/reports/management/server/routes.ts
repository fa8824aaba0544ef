import { inLanguage, type Texts } from '#catalogue/languages.ts'
import { fail } from '#platform/contract/failure.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { type OutsideContext, type Route, type WriteContext, outside, rows } from '#platform/server/http/route.ts'
import { resource } from '#platform/server/resource.ts'
import {
  type EmbeddedSource,
  listManagement,
  managementReport,
  managementReportCalls,
  viewManagement,
} from '../contract.ts'
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
  computed: store.computed,
  written: {
    title: (title: Texts, { language }) => inLanguage(title, language),
    description: (description: Texts, { language }) => inLanguage(description, language),
    tenant_ids: (ids: string[]) => String(ids.length),
    tenants: (units: { name: string }[]) => units.map(({ name }) => name).join(', '),
    embedded: (embedded: { role: string } | null) => embedded?.role ?? '',
  },
})

/** Refuses business units that the session does not see: a partner publishes to its own units only. */
async function mustSee({ db }: WriteContext, ids: readonly string[]): Promise<void> {
  const uniqueIds = [...new Set(ids)]
  if (uniqueIds.length > 0 && (await store.countUnits(db, uniqueIds)) < uniqueIds.length) fail('call.not_found')
}

/** Saved embedded reports per person, process and minute. Each asks the service. */
const savesPerMinute = 30

export function routes(dependencies: Parameters<typeof embeddedRoutes>[0]): Route[] {
  const saves = createLimiter({ perMinute: savesPerMinute })

  const checkSource = async (context: OutsideContext, embedded: EmbeddedSource | null | undefined) => {
    if (!embedded) return
    if (!saves.admits(context.actor.userId, context.clock.now())) fail('call.throttled', { retryAfter: 60 })
    await mustPublishFrom(context, dependencies.embedding, embedded)
  }

  const add = outside(managementReportCalls.add, async (context, fields) => {
    const embedded = fields.source === 'report' ? fields.embedded : null
    await checkSource(context, embedded)
    return context.transaction(async (inside) => {
      await mustSee(inside, fields.tenant_ids)
      return { status: true as const, id: await records.add(inside, { ...fields, embedded }) }
    })
  })

  const update = outside(managementReportCalls.update, async (context, changed) => {
    // Another source keeps no report of the service.
    const embedded = changed.source === undefined || changed.source === 'report' ? changed.embedded : null
    await checkSource(context, embedded)
    return context.transaction(async (inside) => {
      await mustSee(inside, changed.tenant_ids ?? [])
      await records.change(inside, { ...changed, ...(embedded !== undefined && { embedded }) })
      return { status: true as const }
    })
  })

  return [
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
}
