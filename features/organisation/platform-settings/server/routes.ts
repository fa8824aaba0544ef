import { fail } from '#platform/contract/failure.ts'
import { differs } from '#platform/server/defined-fields.ts'
import { type Route, handle, rows } from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { readPlatform, updatePlatform } from '../contract.ts'
import * as store from './store.ts'

const platformSettingsRoute = rows(readPlatform, store.platformQuery, ([row], { actor }) =>
  row ? { ...row, can: abilities(actor, { update: 'platform.update' }) } : fail('call.not_found'),
)

const update = handle(
  updatePlatform,
  async ({ db, audit, announce, unchanged }, { version, hidden_menu, maintenance: sent }) => {
    const before = await store.findForUpdate(db)
    mustBeCurrent(version, before.version)
    const maintenance = sent ?? before.maintenance
    if (!differs(before, { hidden_menu, maintenance })) return unchanged({ status: true as const })
    await store.update(db, { hidden_menu, maintenance })
    const written = (row: { hidden_menu: string[]; maintenance: boolean }) => ({
      hidden_menu: row.hidden_menu.join(', '),
      maintenance: row.maintenance,
    })
    await audit({
      target: { type: 'platform', id: null },
      before: written(before),
      after: written({ hidden_menu, maintenance }),
    })
    // The menus of all open pages follow.
    if (differs(before, { hidden_menu }))
      await announce({ kind: 'place_changed', what: 'settings', tenantId: null, partnerId: null, everywhere: true })
    return { status: true as const }
  },
)

export const routes: Route[] = [platformSettingsRoute, update]
