// Compact rows of tables: stored in the browser, because it belongs to the screen and not to the person, and the same for all lists.
import { useSyncExternalStore } from 'react'
import { readPlain, writePlain } from '../session/plain-storage.ts'

const key = 'rows'
const listeners = new Set<() => void>()
let isCompact: boolean | null = null

const readIsCompact = (): boolean => (isCompact ??= readPlain(key) === 'compact')

/** All tables on the screen change at once. */
export function setCompactRows(compact: boolean): void {
  isCompact = compact
  writePlain(key, compact ? 'compact' : 'roomy')
  listeners.forEach((notify) => notify())
}

export function useCompactRows(): boolean {
  return useSyncExternalStore((notify) => {
    listeners.add(notify)
    return () => listeners.delete(notify)
  }, readIsCompact)
}
