// A bound on work that many ask for at once: so many at a time, so many waiting, the rest is told to come again.
import { fail } from '#platform/contract/failure.ts'

export type BoundedQueue = {
  /** Those who wait are served in the order they came; of several `caller`, one of each after the other. */
  run<T>(work: () => Promise<T>, caller?: string): Promise<T>
}

export type BoundedQueueOptions = {
  atOnce: number
  /** Whoever comes when so many wait is refused with 503 and the seconds after which to come again. */
  mostWaiting: number
  /** How many of them may be of one `caller`; any number where it is not said. */
  mostPerCaller?: number
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
  /** The first of whoever has not been served for longest; the rest of theirs stands behind everybody else's. */
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
        // The turn is handed on, not given back: nobody who comes meanwhile takes it from who waits.
        const next = takeNext()
        if (next) next()
        else running -= 1
      }
    },
  }
}
