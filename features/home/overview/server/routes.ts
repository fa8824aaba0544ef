import { allows } from '#catalogue/access.ts'
import { clientLimitOf, isOpenTo } from '#features/organisation/tenants/server/queries.ts'
import { fail } from '#platform/contract/failure.ts'
import { type Route, rows } from '#platform/server/http/route.ts'
import { readOverview } from '../contract.ts'
import { type OverviewRow, overviewQuery } from './store.ts'

type Entry = OverviewRow['entries'][number]

/** The limit of the contract, where the people of the client reach it before that of the unit. */
function contractOf({ people, user_limit, client_users, client_user_limit }: Entry) {
  const limit = clientLimitOf({ users: people, user_limit, client_users, client_user_limit })
  return limit?.binds ? { people: limit.users, user_limit: limit.user_limit } : null
}

const read = rows(readOverview, overviewQuery, ([row], { actor }) => {
  if (!row) fail('call.failed')
  const { entries, count, ...total } = row
  const mayEnter = allows(actor, 'tenant.enter')
  return {
    of: actor.partnerId === null ? ('partner' as const) : ('tenant' as const),
    entries: entries.map((entry) => {
      const {
        last_sign_in_at: lastSignIn,
        enabled,
        maintenance,
        lets_in,
        client_users: _users,
        client_user_limit: _limit,
        ...shown
      } = entry
      return {
        ...shown,
        contract: contractOf(entry),
        may_enter: mayEnter && isOpenTo(actor, { enabled, maintenance, lets_in }),
        last_sign_in_at: lastSignIn === null ? null : new Date(lastSignIn),
      }
    }),
    total: { ...total, entries: count },
  }
})

export const routes: Route[] = [read]
