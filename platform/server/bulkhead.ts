// Bulkhead: limits concurrent work per caller. Each caller has a reserved share; beyond it, only half of all slots are available.
// There is no queue: work without a slot is rejected with 503 and Retry-After.
import { fail } from '#platform/contract/failure.ts'

export type Bulkhead = {
  /** Runs the work in a slot of the caller. */
  run<T>(caller: string, work: () => Promise<T>): Promise<T>
}

export type BulkheadOptions = {
  /** Slots in total. */
  atOnce: number
  /** Slots that a caller gets even when more than half of all slots are taken. */
  reservedPerCaller: number
  /** Seconds in the Retry-After header of rejected work. */
  retryAfter: number
}

/** Example: `createBulkhead({ atOnce: 100, reservedPerCaller: 10, retryAfter: 5 }).run(network, work)`. */
export function createBulkhead({ atOnce, reservedPerCaller, retryAfter }: BulkheadOptions): Bulkhead {
  const taken = new Map<string, number>()
  let all = 0
  return {
    async run(caller, work) {
      const own = taken.get(caller) ?? 0
      if (all >= (own < reservedPerCaller ? atOnce : atOnce / 2)) fail('call.unavailable', { retryAfter })
      taken.set(caller, own + 1)
      all += 1
      try {
        return await work()
      } finally {
        all -= 1
        const left = (taken.get(caller) ?? 1) - 1
        if (left > 0) taken.set(caller, left)
        else taken.delete(caller)
      }
    },
  }
}
