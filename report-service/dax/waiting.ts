// Those who wait for one of a few places: of several `whose`, one of each after the other; of one, in the order they came.

export type Waiting<Waiter> = {
  size(): number
  of(whose: string): number
  add(whose: string, waiter: Waiter): void
  /** Of those who may go, the first of whoever has not been served for longest. */
  take(mayGo?: (whose: string) => boolean): { whose: string; waiter: Waiter } | null
}

export function createWaiting<Waiter>(): Waiting<Waiter> {
  const lines = new Map<string, Waiter[]>()
  let size = 0
  return {
    size: () => size,
    of: (whose) => lines.get(whose)?.length ?? 0,
    add(whose, waiter) {
      lines.set(whose, [...(lines.get(whose) ?? []), waiter])
      size += 1
    },
    take(mayGo = () => true) {
      for (const [whose, [waiter, ...rest]] of lines) {
        if (waiter === undefined || !mayGo(whose)) continue
        lines.delete(whose)
        // What is left of theirs stands behind everybody else's.
        if (rest.length > 0) lines.set(whose, rest)
        size -= 1
        return { whose, waiter }
      }
      return null
    },
  }
}
