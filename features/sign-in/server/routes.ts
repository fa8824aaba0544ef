import { languages } from '#catalogue/languages.ts'
import { signInConcurrency } from '#catalogue/limits.ts'
import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { networkOf } from '#platform/server/http/network.ts'
import { type Route, type OpenContext, open } from '#platform/server/http/route.ts'
import { createBulkhead } from '#platform/server/bulkhead.ts'
import { createBoundedQueue } from '#platform/server/bounded-queue.ts'
import { createRetryAfterStore } from '#platform/server/retry-after.ts'
import { themeOf } from '#features/themes/server/reads.ts'
import { firstAccount, login, loginConfig } from '../contract.ts'
import { makeFirstAccount, signIn } from './service.ts'
import { defaultLanguageOf } from './store.ts'

/**
 * Limits concurrent sign-ins (V3, V5): a bulkhead per client network, and a queue for `connections` database connections. A flood of
 * sign-ins gets 503. It takes no connection from signed-in people and no reserved slot from other networks.
 */
function createSignInLimits(connections: number) {
  const bulkhead = createBulkhead({
    atOnce: signInConcurrency.atOnce,
    reservedPerCaller: signInConcurrency.reservedPerNetwork,
    retryAfter: 5,
  })
  const connectionQueue = createBoundedQueue({
    atOnce: connections,
    mostWaiting: signInConcurrency.atOnce,
    retryAfter: 5,
  })
  return <T>(context: OpenContext, work: (context: OpenContext) => Promise<T>): Promise<T> => {
    const network = networkOf(context.caller.address)
    const acrossTenants: OpenContext['acrossTenants'] = (reason, inside) =>
      connectionQueue.run(() => context.acrossTenants(reason, inside), network)
    return bulkhead.run(network, () => work({ ...context, acrossTenants }))
  }
}

/**
 * The handler of `login`. A network that has reached its limit gets its Retry-After from memory and uses no slot. A request with a
 * device token is always looked up, because a known device has its own limit.
 */
function createLoginHandler(withinLimits: ReturnType<typeof createSignInLimits>, hosts: Hosts) {
  const throttledNetworks = createRetryAfterStore(signInConcurrency.throttledNetworks)
  return async (context: OpenContext, input: InputOf<typeof login>): Promise<AnswerOf<typeof login>> => {
    const network = networkOf(context.caller.address)
    const wait = input.device ? null : throttledNetworks.left(network, context.clock.now())
    if (wait !== null) fail('call.throttled', { retryAfter: wait })
    const onNetworkThrottled = (seconds: number) => throttledNetworks.note(network, seconds, context.clock.now())
    const answer = await withinLimits(context, (inside) => signIn(inside, { hosts, onNetworkThrottled }, input))
    // A successful sign-in raises the limit of its network.
    throttledNetworks.forget(network)
    return answer
  }
}

export function routes({ hosts, signInConnections }: { hosts: Hosts; signInConnections: number }): Route[] {
  const withinLimits = createSignInLimits(signInConnections)
  return [
    open(login, createLoginHandler(withinLimits, hosts)),

    open(loginConfig, async ({ caller, acrossTenants }) => {
      const { place, theme, language } = await acrossTenants('sign-in page of a host', async (db) => {
        const found = (await hosts.placeOf(db, caller.host)) ?? fail('host.unknown')
        return { place: found, theme: await themeOf(db, found), language: await defaultLanguageOf(db, found) }
      })
      return {
        tenant: { name: place.name, domain: hosts.domainOfHost(caller.host) },
        theme,
        saml: [],
        microsoft: false,
        register: false,
        forgot: false,
        languages: [...languages],
        default_language: language,
        terms: [],
      }
    }),

    open(firstAccount, async (context, input) => {
      await withinLimits(context, (inside) => makeFirstAccount(inside, input))
      return { status: true as const }
    }),
  ]
}
