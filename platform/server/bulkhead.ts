// Bulkhead: limits concurrent work per caller. Each caller has a reserved share; beyond it, only half of all slots are available. When all
// slots are taken, the caller with most slots loses one to a caller with fewer. There is no queue: work without a slot is rejected with
// 503 and Retry-After.
import { Failure } from '#platform/contract/failure.ts'

export type Bulkhead = {
  /** Would work of the caller get a slot now? */
  hasSlot(caller: string): boolean
  /** Runs the work in a slot of the caller. The signal aborts when the work loses its slot; `run` has then failed already. */
  run<T>(caller: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

export type BulkheadOptions = {
  /** Slots in total. */
  atOnce: number
  /** Slots that a caller gets even when more than half of all slots are taken. */
  reservedPerCaller: number
  /** Seconds in the Retry-After header of rejected work. */
  retryAfter: number
}

type Slot = { caller: string; lose(): void }

/** Example: `createBulkhead({ atOnce: 100, reservedPerCaller: 10, retryAfter: 5 }).run(network, work)`. */
export function createBulkhead({ atOnce, reservedPerCaller, retryAfter }: BulkheadOptions): Bulkhead {
  /** The taken slots in the order in which they were taken. */
  const taken = new Set<Slot>()
  const rejection = () => new Failure('call.unavailable', { retryAfter })
  const slotsOf = (caller: string) => [...taken].filter((slot) => slot.caller === caller)

  /** The slots of the caller with most of them, if another caller would still have fewer with one more. */
  const slotsToTakeFrom = (own: number): Slot[] => {
    const [max = []] = [...Map.groupBy(taken, ({ caller }) => caller).values()].toSorted((a, b) => b.length - a.length)
    return max.length > own + 1 ? max : []
  }
  const hasSlot = (caller: string) => {
    const own = slotsOf(caller).length
    if (taken.size >= atOnce) return slotsToTakeFrom(own).length > 0
    return own < reservedPerCaller || taken.size < atOnce / 2
  }

  return {
    hasSlot,
    async run(caller, work) {
      if (!hasSlot(caller)) throw rejection()
      // The oldest work loses its slot: work that takes long is the likeliest to wait for a slow client.
      if (taken.size >= atOnce) slotsToTakeFrom(slotsOf(caller).length)[0]?.lose()
      const lost = new AbortController()
      const { promise: loss, reject } = Promise.withResolvers<never>()
      const slot: Slot = {
        caller,
        lose: () => {
          taken.delete(slot)
          lost.abort()
          reject(rejection())
        },
      }
      taken.add(slot)
      try {
        return await Promise.race([work(lost.signal), loss])
      } finally {
        taken.delete(slot)
      }
    },
  }
}
