// Fair queue: serves the callers in turn (round robin), and the entries of one caller in order (FIFO).

export type FairQueue<Entry> = {
  size(): number
  sizeOf(caller: string): number
  add(caller: string, entry: Entry): void
  /** Removes the next entry: the first one of the allowed caller who was not served for the longest time. */
  take(isAllowed?: (caller: string) => boolean): { caller: string; entry: Entry } | null
}

export function createFairQueue<Entry>(): FairQueue<Entry> {
  const queues = new Map<string, Entry[]>()
  let size = 0
  return {
    size: () => size,
    sizeOf: (caller) => queues.get(caller)?.length ?? 0,
    add(caller, entry) {
      queues.set(caller, [...(queues.get(caller) ?? []), entry])
      size += 1
    },
    take(isAllowed = () => true) {
      for (const [caller, [entry, ...rest]] of queues) {
        if (entry === undefined || !isAllowed(caller)) continue
        queues.delete(caller)
        // The caller's other entries move behind those of all other callers.
        if (rest.length > 0) queues.set(caller, rest)
        size -= 1
        return { caller, entry }
      }
      return null
    },
  }
}
