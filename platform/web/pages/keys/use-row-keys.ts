// Keyboard navigation of a list: j and k or the arrows move between rows, x selects, Escape clears. The current row has the focus, so Enter
// opens it and a screen reader announces it. Next: list-keys.tsx shows the shortcuts.
import { useWindowEvent } from '@mantine/hooks'
import type { RefObject } from 'react'
import { isTaken } from '#platform/web/routing/taken-key.ts'

type Options = {
  /** True when rows can be selected. */
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

const rowOf = (element: Element | null) => element?.closest<HTMLTableRowElement>('tbody tr') ?? null

/** The first visible row; the first row at all when the list is scrolled out of view. */
function firstRow(table: HTMLTableElement): HTMLTableRowElement | null {
  const rows = [...(table.tBodies[0]?.rows ?? [])].filter((row) => !row.ariaHidden)
  const under = table.tHead?.getBoundingClientRect().bottom ?? 0
  return rows.find((row) => row.getBoundingClientRect().top >= under) ?? rows[0] ?? null
}

const neighbour = (row: HTMLTableRowElement, step: 1 | -1) =>
  (step === 1 ? row.nextElementSibling : row.previousElementSibling) as HTMLTableRowElement | null

function focusRow(row: HTMLTableRowElement | null): void {
  const target = row?.querySelector<HTMLElement>('td[data-first] a') ?? row
  // A key moved the focus, so the focus ring is shown.
  target?.focus({ focusVisible: true, preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}
