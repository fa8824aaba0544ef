// So many questions of one reader at once; the others of that reader wait, and nobody else does.
import { Refusal } from './refusal.ts'

export type Turns = <Answer>(key: string, signal: AbortSignal, work: () => Promise<Answer>) => Promise<Answer>

type Line = { running: number; waiting: (() => void)[] }

/** Throws a Refusal 429 for a question that would make more than `mostWaiting` wait, 499 for one whose asker left while it waited. */
export function createTurns({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): Turns {
  const lines = new Map<string, Line>()
  return async (key, signal, work) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    if (line.waiting.length >= mostWaiting) {
      throw new Refusal(429, 'TooManyRequests', 'Too many questions at once.', { 'retry-after': '1' })
    }
    lines.set(key, line)
    if (line.running < atOnce) line.running += 1
    else await new Promise<void>((resolve) => line.waiting.push(resolve))
    try {
      if (signal.aborted) throw new Refusal(499, 'Cancelled', 'The caller left.')
      return await work()
    } finally {
      const next = line.waiting.shift()
      if (next) next()
      else if ((line.running -= 1) === 0) lines.delete(key)
    }
  }
}
