import { allows } from '#catalogue/access.ts'
import { isOpenTo } from '#features/organisation/tenants/server/queries.ts'
import { fail } from '#platform/contract/failure.ts'
import { type Route, rows } from '#platform/server/http/route.ts'
import { readOverview } from '../contract.ts'
import { overviewQuery } from './store.ts'

const read = rows(readOverview, overviewQuery, ([row], { actor }) => {
  if (!row) fail('call.failed')
  const { entries, count, ...total } = row
  const mayEnter = allows(actor, 'tenant.enter')
  return {
    of: actor.partnerId === null ? ('partner' as const) : ('tenant' as const),
    entries: entries.map(({ last_sign_in_at: lastSignIn, enabled, maintenance, lets_in, ...entry }) => ({
      ...entry,
      may_enter: mayEnter && isOpenTo(actor, { enabled, maintenance, lets_in }),
      last_sign_in_at: lastSignIn === null ? null : new Date(lastSignIn),
    })),
    total: { ...total, entries: count },
  }
})

export const routes: Route[] = [read]
