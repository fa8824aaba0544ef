// Places for work that anybody may ask for, so that no one takes them all: an own share for each, more only while most are free.
import { fail } from '#platform/contract/failure.ts'

export type Shares = {
  /** Runs work in a place of whoever asks. */
  run<T>(whose: string, work: () => Promise<T>): Promise<T>
}

export type SharesOptions = {
  atOnce: number
  /** What one has, however full it is; beyond it half of all places is for whoever comes first. */
  ofOne: number
  retryAfter: number
}

/**
 * Nobody waits for a place: whoever gets none is refused with 503 and the seconds after which to come again.
 * Example: `createShares({ atOnce: 100, ofOne: 10, retryAfter: 5 }).run(network, work)`.
 */
export function createShares({ atOnce, ofOne, retryAfter }: SharesOptions): Shares {
  const taken = new Map<string, number>()
  let all = 0
  return {
    async run(whose, work) {
      const own = taken.get(whose) ?? 0
      if (all >= (own < ofOne ? atOnce : atOnce / 2)) fail('call.unavailable', { retryAfter })
      taken.set(whose, own + 1)
      all += 1
      try {
        return await work()
      } finally {
        all -= 1
        const left = (taken.get(whose) ?? 1) - 1
        if (left > 0) taken.set(whose, left)
        else taken.delete(whose)
      }
    },
  }
}
