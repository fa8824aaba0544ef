// A fixed number of places for work in flight; the rest waits its turn, first come first served.

export type Slots = { run: <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T> }

/** Aborted work that still waits never starts; its promise rejects with the signal's reason. */
export function createSlots(places: number): Slots {
  let free = places
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
