// The keyboard's way through a list: j and k or the arrows lead from row to row, x selects, Escape clears. The row in question is the
// one that has the focus, so Enter opens it by itself and a screen reader says where one is. Next: list-keys.tsx says so to people.
import { useWindowEvent } from '@mantine/hooks'
import type { RefObject } from 'react'

type Options = {
  /** Are there rows to select? */
  isOn: boolean
  onClear: () => void
}

export function useRowKeys(table: RefObject<HTMLTableElement | null>, { isOn, onClear }: Options): void {
  useWindowEvent('keydown', (event) => {
    if (table.current === null || isTaken(event)) return
    const row = rowOf(document.activeElement)
    const inside = row !== null && table.current.contains(row)
    const step = steps[event.key]
    // Arrows scroll the page until a row has the focus.
    if (step !== undefined && (inside || event.key === 'j' || event.key === 'k')) {
      event.preventDefault()
      focusRow(inside ? neighbour(row, step) : firstRow(table.current))
    } else if (event.key === 'x' && isOn && inside) {
      event.preventDefault()
      row.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click()
    } else if (event.key === 'Escape') onClear()
  })
}

const steps: Record<string, 1 | -1> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** Somebody is typing, a menu or a dialog has the keys, or the key means something else with another one. */
export function isTaken({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented || !(target instanceof Element)) return true
  if (target.closest('[role="menu"], [role="dialog"], [role="listbox"], select, textarea, [contenteditable]'))
    return true
  return target instanceof HTMLInputElement && target.type !== 'checkbox'
}

const rowOf = (element: Element | null) => element?.closest<HTMLTableRowElement>('tbody tr') ?? null

/** The first that is in view; where the list has been scrolled past, the first there is. */
function firstRow(table: HTMLTableElement): HTMLTableRowElement | null {
  const rows = [...(table.tBodies[0]?.rows ?? [])].filter((row) => !row.ariaHidden)
  const under = table.tHead?.getBoundingClientRect().bottom ?? 0
  return rows.find((row) => row.getBoundingClientRect().top >= under) ?? rows[0] ?? null
}

const neighbour = (row: HTMLTableRowElement, step: 1 | -1) =>
  (step === 1 ? row.nextElementSibling : row.previousElementSibling) as HTMLTableRowElement | null

function focusRow(row: HTMLTableRowElement | null): void {
  const place = row?.querySelector<HTMLElement>('td[data-first] a') ?? row
  // Asked for by a key, so the ring is shown, whatever led here.
  place?.focus({ focusVisible: true, preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}
