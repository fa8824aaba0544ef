// So many questions of one reader at once, whatever number of tokens they come with; the reader's others wait, and nobody else does.
import { createWaiting, type Waiting } from '../dax/waiting.ts'
import { Refusal } from './refusal.ts'

/** Several persons may read as one identity: of those who wait as one reader, the tokens are served in turn. */
export type Asker = { reader: string; tokenId: string }

export type Turns = <Answer>(asker: Asker, signal: AbortSignal, work: () => Promise<Answer>) => Promise<Answer>

/** `mostWaiting` of one reader, `mostOfToken` of one token. */
export type TurnsOptions = { atOnce: number; mostWaiting: number; mostOfToken: number }

type Line = { running: number; waiting: Waiting<() => void> }

/** Throws a Refusal 429 for a question on top of those that may wait, 499 for one whose asker left while it waited. */
export function createTurns({ atOnce, mostWaiting, mostOfToken }: TurnsOptions): Turns {
  const lines = new Map<string, Line>()
  return async ({ reader, tokenId }, signal, work) => {
    const line = lines.get(reader) ?? { running: 0, waiting: createWaiting() }
    if (line.waiting.size() >= mostWaiting || line.waiting.of(tokenId) >= mostOfToken) {
      throw new Refusal(429, 'TooManyRequests', 'Too many questions at once.', { 'retry-after': '1' })
    }
    lines.set(reader, line)
    if (line.running < atOnce) line.running += 1
    else await new Promise<void>((resolve) => line.waiting.add(tokenId, resolve))
    try {
      if (signal.aborted) throw new Refusal(499, 'Cancelled', 'The caller left.')
      return await work()
    } finally {
      const next = line.waiting.take()
      if (next) next.waiter()
      else if ((line.running -= 1) === 0) lines.delete(reader)
    }
  }
}
