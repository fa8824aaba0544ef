import { signInConcurrency } from '#catalogue/limits.ts'
import { createBoundedQueue } from '#platform/server/bounded-queue.ts'
import { createBulkhead } from '#platform/server/bulkhead.ts'
import { networkOf } from '#platform/server/http/network.ts'
import type { OpenContext } from '#platform/server/http/route.ts'

export type WithinLimits = ReturnType<typeof createSignInLimits>

/**
 * Limits concurrent sign-ins (V3, V5), and the calls of a forgotten password with them: a bulkhead per client network, and a queue for `connections` database connections. A flood of
 * sign-ins gets 503. It takes no connection from signed-in people and no reserved slot from other networks. When floods from many networks
 * hold all slots, the network with most slots loses one to another, and known browsers have slots of their own.
 */
export function createSignInLimits(connections: number) {
  const limits = { reservedPerCaller: signInConcurrency.reservedPerNetwork, retryAfter: 5 }
  const slots = createBulkhead({ ...limits, atOnce: signInConcurrency.atOnce })
  const slotsForKnown = createBulkhead({ ...limits, atOnce: signInConcurrency.forKnown })
  const connectionQueue = createBoundedQueue({
    atOnce: connections,
    maxWaiting: signInConcurrency.atOnce + signInConcurrency.forKnown,
    retryAfter: 5,
  })
  return <T>(context: OpenContext, isKnown: boolean, work: (context: OpenContext) => Promise<T>): Promise<T> => {
    const network = networkOf(context.caller.address, 48)
    const chosen = isKnown && !slots.hasSlot(network) ? slotsForKnown : slots
    return chosen.run(network, (lost) => {
      const acrossTenants: OpenContext['acrossTenants'] = (reason, inside) =>
        connectionQueue.run(() => context.acrossTenants(reason, inside), network, lost)
      return work({ ...context, acrossTenants })
    })
  }
}
