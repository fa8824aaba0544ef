// Cache of query results: the most recently used ones, up to a total size. Callers that ask for the same result at the same time share one
// run of the query. It knows no DAX and no identities: what makes two queries equal is in the key. Next: engine.ts.
import type { Value } from '../model/model.ts'

export type AnswerCache<Answer> = {
  /**
   * The result for a key: a stored one, the one of a run in progress, or that of a new `run`. A failed run is not stored. A caller whose
   * `signal` is aborted stops waiting: `get` throws the reason of the signal. If the caller that started a run has left, another one
   * starts it again.
   */
  get(key: string, signal: AbortSignal | null, run: () => Promise<Answer>): Promise<Answer>
}

type Limits = {
  /** Total size of the stored results in bytes, estimated: that of `sizeOf`, and two for each character of the key. */
  maxBytes: number
  /** A larger result is not stored. */
  maxAnswerBytes: number
}

type Stored<Answer> = { answer: Answer; bytes: number }

/** Stored results are shared: callers must not change them. `sizeOf`: the bytes of a result. */
export function createAnswerCache<Answer>(
  { maxBytes, maxAnswerBytes }: Limits,
  sizeOf: (answer: Answer) => number,
): AnswerCache<Answer> {
  const stored = new Map<string, Stored<Answer>>()
  /** Runs in progress, with the signal of the caller that started each. */
  const running = new Map<string, { started: Promise<Answer>; signal: AbortSignal | null }>()
  let bytes = 0

  function drop(key: string): void {
    bytes -= stored.get(key)?.bytes ?? 0
    stored.delete(key)
  }

  function store(key: string, answer: Answer): void {
    const size = 2 * key.length + sizeOf(answer)
    if (size > maxAnswerBytes) return
    drop(key)
    stored.set(key, { answer, bytes: size })
    bytes += size
    for (const oldest of stored.keys()) {
      if (bytes <= maxBytes) break
      drop(oldest)
    }
  }

  async function start(key: string, signal: AbortSignal | null, run: () => Promise<Answer>): Promise<Answer> {
    const started = run()
    running.set(key, { started, signal })
    try {
      const answer = await started
      store(key, answer)
      return answer
    } finally {
      running.delete(key)
    }
  }

  async function get(key: string, signal: AbortSignal | null, run: () => Promise<Answer>): Promise<Answer> {
    const known = stored.get(key)
    if (known) {
      stored.delete(key) // A Map keeps the order of insertion: the most recently used is last.
      stored.set(key, known)
      return known.answer
    }
    const present = running.get(key)
    if (!present) return start(key, signal, run)
    try {
      return await untilAborted(present.started, signal)
    } catch (error) {
      if (signal?.aborted || !present.signal?.aborted) throw error
      return get(key, signal, run)
    }
  }

  return { get }
}

/** Waits for the promise until `signal` is aborted. */
function untilAborted<Answer>(promise: Promise<Answer>, signal: AbortSignal | null): Promise<Answer> {
  if (signal === null) return promise
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const leave = () => reject(signal.reason as Error)
  signal.addEventListener('abort', leave, { once: true })
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', leave))
}

/** Bytes of rows, estimated: 16 for each value, and two for each character of a text. */
export function sizeOfRows({ rows }: { rows: Value[][] }): number {
  const texts = rows.reduce(
    (sum, row) => row.reduce<number>((length, value) => length + (typeof value === 'string' ? value.length : 0), sum),
    0,
  )
  const values = rows.reduce((sum, row) => sum + row.length, 0)
  return 2 * texts + 16 * values + 64 * rows.length
}
