import { fail } from '#platform/contract/failure.ts'
import { type Route, handle, rows } from '#platform/server/http/route.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { readPlatform, updatePlatform } from '../contract.ts'
import * as store from './store.ts'

const read = rows(readPlatform, store.platformQuery, ([row], { actor }) =>
  row ? { ...row, can: abilities(actor, { update: 'platform.update' }) } : fail('call.not_found'),
)

const update = handle(updatePlatform, async ({ db, audit }, { version, hidden_menu }) => {
  const before = await store.findForUpdate(db)
  if (before.version !== version) fail('call.stale_version')
  await store.update(db, hidden_menu)
  const written = (screens: string[]) => ({ hidden_menu: screens.join(', ') })
  await audit({
    target: { type: 'platform', id: null },
    before: written(before.hidden_menu),
    after: written(hidden_menu),
  })
  return { status: true as const }
})

export const routes: Route[] = [read, update]
