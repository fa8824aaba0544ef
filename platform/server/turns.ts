// A bound on work that many ask for at once: so many at a time, so many waiting, the rest is told to come again.
import { fail } from '#platform/contract/failure.ts'

export type Turns = {
  /** Those who wait are served in the order they came; of several `whose`, one of each after the other. */
  run<T>(work: () => Promise<T>, whose?: string): Promise<T>
}

export type TurnsOptions = {
  atOnce: number
  /** Whoever comes when so many wait is refused with 503 and the seconds after which to come again. */
  mostWaiting: number
  /** How many of them may be of one `whose`; any number where it is not said. */
  mostOfOne?: number
  retryAfter: number
}

/** Example: `createTurns({ atOnce: 2, mostWaiting: 200, retryAfter: 2 }).run(() => hash(password))`. */
export function createTurns({ atOnce, mostWaiting, mostOfOne = mostWaiting, retryAfter }: TurnsOptions): Turns {
  let running = 0
  let waits = 0
  const waiting = new Map<string, (() => void)[]>()
  const wait = (whose: string) =>
    new Promise<void>((resolve) => {
      waits += 1
      waiting.set(whose, [...(waiting.get(whose) ?? []), resolve])
    })
  const isFull = (whose: string) => waits >= mostWaiting || (waiting.get(whose)?.length ?? 0) >= mostOfOne
  /** The first of whoever has not been served for longest; the rest of theirs stands behind everybody else's. */
  const takeNext = () => {
    const [first] = waiting
    if (!first) return undefined
    const [whose, [next, ...rest]] = first
    waiting.delete(whose)
    if (rest.length > 0) waiting.set(whose, rest)
    waits -= 1
    return next
  }
  return {
    async run(work, whose = '') {
      if (running < atOnce) running += 1
      else if (isFull(whose)) fail('call.unavailable', { retryAfter })
      else await wait(whose)
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
