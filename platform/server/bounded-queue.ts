// Bounded queue: runs at most `atOnce` jobs, keeps at most `mostWaiting` waiting, rejects the rest with 503 and Retry-After.
// Fair between callers (round robin).
import { fail } from '#platform/contract/failure.ts'

export type BoundedQueue = {
  /** Runs the work when a slot is free. Jobs of one `caller` start in order; callers take turns. */
  run<T>(work: () => Promise<T>, caller?: string): Promise<T>
}

export type BoundedQueueOptions = {
  atOnce: number
  /** Waiting jobs in total. */
  mostWaiting: number
  /** Waiting jobs of one `caller`. Default: `mostWaiting`. */
  mostPerCaller?: number
  /** Seconds in the Retry-After header of a rejected job. */
  retryAfter: number
}

/** Example: `createBoundedQueue({ atOnce: 2, mostWaiting: 200, retryAfter: 2 }).run(() => hash(password))`. */
export function createBoundedQueue({
  atOnce,
  mostWaiting,
  mostPerCaller = mostWaiting,
  retryAfter,
}: BoundedQueueOptions): BoundedQueue {
  let running = 0
  let waits = 0
  const waiting = new Map<string, (() => void)[]>()
  const wait = (caller: string) =>
    new Promise<void>((resolve) => {
      waits += 1
      waiting.set(caller, [...(waiting.get(caller) ?? []), resolve])
    })
  const isFull = (caller: string) => waits >= mostWaiting || (waiting.get(caller)?.length ?? 0) >= mostPerCaller
  /** The first job of the caller that was served least recently. The caller moves to the end of the round. */
  const takeNext = () => {
    const [first] = waiting
    if (!first) return undefined
    const [caller, [next, ...rest]] = first
    waiting.delete(caller)
    if (rest.length > 0) waiting.set(caller, rest)
    waits -= 1
    return next
  }
  return {
    async run(work, caller = '') {
      if (running < atOnce) running += 1
      else if (isFull(caller)) fail('call.unavailable', { retryAfter })
      else await wait(caller)
      try {
        return await work()
      } finally {
        // The slot passes directly to the next waiting job, so that no new job can take it first.
        const next = takeNext()
        if (next) next()
        else running -= 1
      }
    },
  }
}
