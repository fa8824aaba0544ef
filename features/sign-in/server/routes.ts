import { defaultLanguage, languages } from '#catalogue/languages.ts'
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

/**
 * Sign-ins share few connections, and a flood of them is refused: people who are at work wait for none of it, and people of other
 * networks have places of their own (V3, V5).
 */
function createDesk(connections: number) {
  const places = createBulkhead({
    atOnce: signInConcurrency.atOnce,
    reservedPerCaller: signInConcurrency.reservedPerNetwork,
    retryAfter: 5,
  })
  const lanes = createBoundedQueue({ atOnce: connections, mostWaiting: signInConcurrency.atOnce, retryAfter: 5 })
  return <T>(context: OpenContext, work: (context: OpenContext) => Promise<T>): Promise<T> => {
    const network = networkOf(context.caller.address)
    const acrossTenants: OpenContext['acrossTenants'] = (reason, inside) =>
      lanes.run(() => context.acrossTenants(reason, inside), network)
    return places.run(network, () => work({ ...context, acrossTenants }))
  }
}

/** Answers a network that is out of guesses from memory: it takes no place. A browser that says it is known is looked up. */
function createDoor(atDesk: ReturnType<typeof createDesk>, hosts: Hosts) {
  const crowded = createRetryAfterStore(signInConcurrency.throttledNetworks)
  return async (context: OpenContext, input: InputOf<typeof login>): Promise<AnswerOf<typeof login>> => {
    const network = networkOf(context.caller.address)
    const wait = input.device ? null : crowded.left(network, context.clock.now())
    if (wait !== null) fail('call.throttled', { retryAfter: wait })
    const onCrowded = (seconds: number) => crowded.note(network, seconds, context.clock.now())
    const answer = await atDesk(context, (inside) => signIn(inside, { hosts, onCrowded }, input))
    // Who came in makes a network's budget larger.
    crowded.forget(network)
    return answer
  }
}

export function routes({ hosts, signInConnections }: { hosts: Hosts; signInConnections: number }): Route[] {
  const atDesk = createDesk(signInConnections)
  const enter = createDoor(atDesk, hosts)
  return [
    open(login, enter),

    open(loginConfig, async ({ caller, acrossTenants }) => {
      const { place, theme } = await acrossTenants('sign-in page of a host', async (db) => {
        const found = (await hosts.placeOf(db, caller.host)) ?? fail('host.unknown')
        return { place: found, theme: await themeOf(db, found) }
      })
      return {
        tenant: { name: place.name, domain: hosts.domainOfHost(caller.host) },
        theme,
        saml: [],
        microsoft: false,
        register: false,
        forgot: false,
        languages: [...languages],
        default_language: defaultLanguage,
        terms: [],
      }
    }),

    open(firstAccount, async (context, input) => {
      await atDesk(context, (inside) => makeFirstAccount(inside, input))
      return { status: true as const }
    }),
  ]
}
