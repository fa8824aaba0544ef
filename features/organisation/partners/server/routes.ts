import { fail } from '#platform/contract/failure.ts'
import { typedName } from '#platform/contract/typed-name.ts'
import { differs } from '#platform/server/defined-fields.ts'
import { type Route, type WriteContext, handle } from '#platform/server/http/route.ts'
import { resource } from '#platform/server/resource.ts'
import { lockHostNames, refuseHostNames } from '#features/organisation/tenants/server/commands.ts'
import { partner, partnerCalls } from '../contract.ts'
import * as store from './store.ts'

const {
  list,
  select,
  read,
  records,
  export: file,
} = resource(partner, partnerCalls, {
  table: 'partners',
  computed: { domain: store.domain, units: store.units, people: store.people, staff: store.staff },
  searched: ['subdomain', 'domain'],
  sorts: { units: store.units, people: store.people },
  written: { hidden_menu: (value) => (value as string[]).join(', ') },
})

export const routes: Route[] = [
  list,
  file,
  select,
  read,
  handle(partnerCalls.add, async (context, fields) => {
    await lockHostNames(context.db, fields)
    await refuseHostNames(context.db, fields, null)
    return { status: true as const, id: await records.add(context, fields) }
  }),
  handle(partnerCalls.update, async (context, changed) => {
    await lockHostNames(context.db, changed)
    await refuseHostNames(context.db, changed, { partner_id: changed.id })
    const before = await records.change(context, changed)
    if (before['enabled'] === true && changed.enabled === false) await endAll(context, changed.id)
    // The menus of open pages follow, at the partner's host and in its units.
    if (differs(before, { hidden_menu: changed.hidden_menu }))
      await context.announce({ kind: 'place_changed', what: 'settings', tenantId: null, partnerId: changed.id })
    return { status: true as const }
  }),
  handle(partnerCalls.remove, async (context, { id, name }) => {
    const before = await records.find(context, id)
    if (name !== typedName(before.name)) fail('tenant.name_mistyped', { fields: { name: 'tenant.name_mistyped' } })
    if ((await store.unitsOf(context.db, id)).length > 0) fail('partner.has_units')
    await records.remove(context, id)
    return { status: true as const }
  }),
]

/**
 * Notifies open pages of the partner's people, which call the server again and are signed out. The embed tokens of their reports are
 * revoked.
 */
async function endAll({ db, announce }: WriteContext, partnerId: string): Promise<void> {
  for (const tenantId of await store.unitsOf(db, partnerId)) {
    await announce({ kind: 'access_changed', tenantId, reportIds: [] })
    await announce({ kind: 'place_shut', tenantId, partnerId })
  }
  await announce({ kind: 'place_shut', tenantId: null, partnerId })
}
