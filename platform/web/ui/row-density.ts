// Compact rows of tables. A choice is stored in the browser, because it belongs to the screen and not to the person, and is the same for
// all lists. Without one, long lists are compact.
import { useSyncExternalStore } from 'react'
import { readPlain, writePlain } from '../session/plain-storage.ts'

const key = 'rows'
const listeners = new Set<() => void>()
let chosen: string | null = null

const readChosen = (): string | null => (chosen ??= readPlain(key))

/** Number of records above which a list is compact by default. */
const longList = 20

/** All tables on the screen change at once. */
export function setCompactRows(compact: boolean): void {
  chosen = compact ? 'compact' : 'roomy'
  writePlain(key, chosen)
  listeners.forEach((notify) => notify())
}

/** `total`: the number of records in the list, 0 while it is unknown. */
export function useCompactRows(total: number): boolean {
  const choice = useSyncExternalStore((notify) => {
    listeners.add(notify)
    return () => listeners.delete(notify)
  }, readChosen)
  return choice === null ? total > longList : choice === 'compact'
}
