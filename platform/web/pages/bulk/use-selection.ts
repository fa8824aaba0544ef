import { useState } from 'react'
import type { Selection } from '../../ui/record-table.tsx'

type Selectable = { id: string }

export type Selected<Row> = Selection<Row> & {
  /** The selected rows with their last known values, in the order of selection; includes rows of other pages of the same query. */
  rows: Row[]
  drop: (ids: readonly string[]) => void
  clear: () => void
}

/**
 * The selected rows of a list. The selection spans pages and ends with another question, so nobody removes rows that they no longer see.
 */
export function useSelection<Row extends Selectable>(rows: readonly Row[], question: string): Selected<Row> {
  const [state, setState] = useState<{ question: string; chosen: ReadonlyMap<string, Row>; last: string | null }>({
    question,
    chosen: new Map(),
    last: null,
  })
  const chosen = state.question === question ? state.chosen : new Map<string, Row>()
  const write = (newSelection: ReadonlyMap<string, Row>, last: string | null) =>
    setState({ question, chosen: newSelection, last })
  const put = (some: readonly Row[], isOn: boolean, last: string | null) => {
    const newSelection = new Map(chosen)
    for (const row of some) {
      if (isOn) newSelection.set(row.id, row)
      else newSelection.delete(row.id)
    }
    write(newSelection, last)
  }
  const fresh = new Map(rows.map((row) => [row.id, row]))
  const isAll = rows.length > 0 && rows.every(({ id }) => chosen.has(id))
  return {
    rows: [...chosen.values()].map((row) => fresh.get(row.id) ?? row),
    has: ({ id }) => chosen.has(id),
    // A range selects all rows since the last selected one.
    toggle: (row, isRange) => put(isRange ? between(rows, state.last, row.id) : [row], !chosen.has(row.id), row.id),
    all: isAll ? true : rows.some(({ id }) => chosen.has(id)) ? 'some' : false,
    toggleAll: () => put(rows, !isAll, null),
    drop: (ids) =>
      put(
        ids.map((id) => ({ id }) as Row),
        false,
        null,
      ),
    clear: () => write(new Map(), null),
  }
}

/** The rows between two rows in any order; only the second one when the first is not on this page. */
export function between<Row extends Selectable>(rows: readonly Row[], from: string | null, to: string): Row[] {
  const [one, other] = [from ?? to, to].map((id) => rows.findIndex((row) => row.id === id))
  if (one === undefined || other === undefined || other < 0) return []
  return one < 0 ? rows.slice(other, other + 1) : rows.slice(Math.min(one, other), Math.max(one, other) + 1)
}
