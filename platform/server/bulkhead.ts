// Places for work that anybody may ask for, so that no one takes them all: an own share for each, more only while most are free.
import { fail } from '#platform/contract/failure.ts'

export type Bulkhead = {
  /** Runs work in a place of whoever asks. */
  run<T>(caller: string, work: () => Promise<T>): Promise<T>
}

export type BulkheadOptions = {
  atOnce: number
  /** What one has, however full it is; beyond it half of all places is for whoever comes first. */
  reservedPerCaller: number
  retryAfter: number
}

/**
 * Nobody waits for a place: whoever gets none is refused with 503 and the seconds after which to come again.
 * Example: `createBulkhead({ atOnce: 100, reservedPerCaller: 10, retryAfter: 5 }).run(network, work)`.
 */
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
