// Bounded queue: runs at most `atOnce` jobs, keeps at most `maxWaiting` waiting, rejects the rest with 503 and Retry-After.
// Fair between callers (round robin).
import { Failure } from '#platform/contract/failure.ts'

export type BoundedQueue = {
  /** Runs the work when a slot is free. Jobs of one `caller` start in order; callers take turns. An aborted `signal` ends the wait. */
  run<T>(work: () => Promise<T>, caller?: string, signal?: AbortSignal): Promise<T>
}

export type BoundedQueueOptions = {
  atOnce: number
  /** Waiting jobs in total. */
  maxWaiting: number
  /** Waiting jobs of one `caller`. Default: `maxWaiting`. */
  maxPerCaller?: number
  /** Seconds in the Retry-After header of a rejected job. */
  retryAfter: number
}

/** Example: `createBoundedQueue({ atOnce: 2, maxWaiting: 200, retryAfter: 2 }).run(() => hash(password))`. */
export function createBoundedQueue({
  atOnce,
  maxWaiting,
  maxPerCaller = maxWaiting,
  retryAfter,
}: BoundedQueueOptions): BoundedQueue {
  const rejection = () => new Failure('call.unavailable', { retryAfter })
  let running = 0
  let waits = 0
  const waiting = new Map<string, (() => void)[]>()
  const wait = (caller: string, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        const others = (waiting.get(caller) ?? []).filter((each) => each !== start)
        if (others.length > 0) waiting.set(caller, others)
        else waiting.delete(caller)
        waits -= 1
        reject(rejection())
      }
      waits += 1
      waiting.set(caller, [...(waiting.get(caller) ?? []), start])
      signal?.addEventListener('abort', leave, { once: true })
    })
  const isFull = (caller: string) => waits >= maxWaiting || (waiting.get(caller)?.length ?? 0) >= maxPerCaller
  /** The first job of the caller that was served least recently. The caller moves to the end of the round. */
  const takeNext = () => {
    const [first] = waiting
    if (!first) return undefined
    const [caller, [nextTask, ...rest]] = first
    waiting.delete(caller)
    if (rest.length > 0) waiting.set(caller, rest)
    waits -= 1
    return nextTask
  }
  return {
    async run(work, caller = '', signal) {
      if (signal?.aborted) throw rejection()
      if (running < atOnce) running += 1
      else if (isFull(caller)) throw rejection()
      else await wait(caller, signal)
      try {
        return await work()
      } finally {
        // The slot passes directly to the next waiting job, so that no new job can take it first.
        const nextTask = takeNext()
        if (nextTask) nextTask()
        else running -= 1
      }
    },
  }
}
