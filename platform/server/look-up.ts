// Resolves host names that a person named in a form. The resolver of the system (getaddrinfo) has no time limit and takes a thread of the
// process for as long as a name server is silent. So a bounded number of lookups run at once, and the rest waits for a turn.
import { lookup, type LookupAddress } from 'node:dns'
import { type BoundedQueue, createBoundedQueue } from './bounded-queue.ts'

export type LookUp = (host: string, hints?: number) => Promise<LookupAddress[]>

type Options = {
  atOnce?: number
  maxWaiting?: number
  /** Milliseconds until a lookup must have its turn. */
  turnMs?: number
  resolve?: LookUp
}

const fromSystem: LookUp = (host, hints = 0) =>
  new Promise((resolve, reject) => {
    lookup(host, { all: true, hints }, (error, found) => (error ? reject(error) : resolve(found)))
  })

/** Equal names share one lookup, and names take turns by their domain: many names of one silent name server delay no others for long. */
export function createLookUp({
  atOnce = 8,
  maxWaiting = 500,
  turnMs = 10_000,
  resolve = fromSystem,
}: Options = {}): LookUp {
  const queue: BoundedQueue = createBoundedQueue({ atOnce, maxWaiting, retryAfter: 5 })
  const running = new Map<string, Promise<LookupAddress[]>>()
  return (host, hints = 0) => {
    const name = host.toLowerCase()
    const key = `${hints} ${name}`
    const shared = running.get(key)
    if (shared) return shared
    const domain = name.split('.').slice(-2).join('.')
    const found = queue
      .run(() => resolve(name, hints), domain, AbortSignal.timeout(turnMs))
      .finally(() => running.delete(key))
    running.set(key, found)
    return found
  }
}

/** The lookups of this process. */
export const lookUp = createLookUp()
