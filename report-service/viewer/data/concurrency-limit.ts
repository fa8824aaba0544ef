// Concurrency limit: runs at most a fixed number of tasks at a time. The others wait in order (FIFO).

export type ConcurrencyLimit = { run: <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T> }

/** A task that is aborted while it waits never starts; its promise rejects with the signal's reason. */
export function createConcurrencyLimit(atOnce: number): ConcurrencyLimit {
  let free = atOnce
  const waiting: (() => void)[] = []

  async function enter(): Promise<void> {
    if (free > 0) {
      free -= 1
      return
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }

  return {
    run: async (signal, work) => {
      await enter()
      try {
        signal.throwIfAborted()
        return await work()
      } finally {
        leave()
      }
    },
  }
}
