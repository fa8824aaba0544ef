// A bound on work that many ask for at once: so many at a time, so many waiting, the rest is told to come again.
import { fail } from '#platform/contract/failure.ts'

export type Turns = { run<T>(work: () => Promise<T>): Promise<T> }

export type TurnsOptions = {
  atOnce: number
  /** Whoever comes when so many wait is refused with 503 and the seconds after which to come again. */
  mostWaiting: number
  retryAfter: number
}

/** Example: `createTurns({ atOnce: 2, mostWaiting: 200, retryAfter: 2 }).run(() => hash(password))`. */
export function createTurns({ atOnce, mostWaiting, retryAfter }: TurnsOptions): Turns {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    async run(work) {
      if (running < atOnce) running += 1
      else if (waiting.length >= mostWaiting) fail('call.unavailable', { retryAfter })
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        // The turn is handed on, not given back: nobody who comes meanwhile takes it from who waits.
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
