// Bounded queue per reader: limits the concurrent questions of one reader over all its tokens. Other readers are not delayed.
import { createFairQueue, type FairQueue } from '../dax/fair-queue.ts'
import { Refusal } from './refusal.ts'

/** The key of the queue. Several people may read as one identity, so the tokens of one reader are served round robin. */
export type QueueKey = { reader: string; tokenId: string }

export type ReaderQueue = <Answer>(key: QueueKey, signal: AbortSignal, work: () => Promise<Answer>) => Promise<Answer>

/** `atOnce` questions run per reader; `maxWaiting` wait per reader, `maxWaitingPerToken` of them per token. */
export type ReaderQueueOptions = { atOnce: number; maxWaiting: number; maxWaitingPerToken: number }

type ReaderState = { running: number; waiting: FairQueue<() => void> }

/** Throws a Refusal 429 if too many questions wait already, and 499 if the client disconnected while its question waited. */
export function createReaderQueue({ atOnce, maxWaiting, maxWaitingPerToken }: ReaderQueueOptions): ReaderQueue {
  const readers = new Map<string, ReaderState>()
  return async ({ reader, tokenId }, signal, work) => {
    const state = readers.get(reader) ?? { running: 0, waiting: createFairQueue() }
    if (state.waiting.size() >= maxWaiting || state.waiting.sizeOf(tokenId) >= maxWaitingPerToken) {
      throw new Refusal(429, 'TooManyRequests', 'Too many questions at once.', { 'retry-after': '1' })
    }
    readers.set(reader, state)
    if (state.running < atOnce) state.running += 1
    else await new Promise<void>((resolve) => state.waiting.add(tokenId, resolve))
    try {
      if (signal.aborted) throw new Refusal(499, 'Cancelled', 'The caller left.')
      return await work()
    } finally {
      const next = state.waiting.take()
      if (next) next.entry()
      else if ((state.running -= 1) === 0) readers.delete(reader)
    }
  }
}
