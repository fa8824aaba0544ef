// How the person has arranged a list: columns and named views. Asked once a visit for all lists; a change is shown at once and kept
// by the server. It knows no list but its key. Next: list-views.tsx, list-columns.tsx, platform/contract/list-choice.ts.
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type ListChoice, type ListView, readListChoices, writeListChoice } from '#platform/contract/list-choice.ts'
import { keyOf } from '../client/query-keys.ts'
import { useAsk, useTell } from '../client/use-ask.ts'
import { addressOf } from '../routing/use-list.ts'
import { useGo } from '../routing/path.tsx'
import type { PageKey } from '../session/caches.ts'
import type { Column } from '../ui/record-table.tsx'

export type KeptChoice = ListChoice & {
  /** False until the server has said how the list is arranged, or that it cannot say. */
  known: boolean
  keep: (part: Partial<Pick<ListChoice, 'columns' | 'views'>>) => void
}

export function useListChoice(list: PageKey): KeptChoice {
  const { data, isError } = useAsk(readListChoices, {}, { freshFor: Number.POSITIVE_INFINITY })
  const cache = useQueryClient()
  const tell = useTell(writeListChoice)
  const kept = data?.data.find((choice) => choice.list === list) ?? { list, columns: null, views: [] }
  const keep: KeptChoice['keep'] = (part) => {
    const next = { ...kept, ...part }
    const others = (data?.data ?? []).filter((choice) => choice.list !== list)
    cache.setQueryData(keyOf(readListChoices, {}), { data: [...others, next] })
    // What could not be kept is not shown as if it had been.
    tell.mutateAsync(next).catch(() => {
      cache.setQueryData(keyOf(readListChoices, {}), data)
      void cache.invalidateQueries({ queryKey: keyOf(readListChoices, {}) })
    })
  }
  return { ...kept, known: data !== undefined || isError, keep }
}

/**
 * The first column says which record a row is: it is always shown. What somebody chose is shown on a phone, too: there with its title,
 * because nothing else says what it is.
 */
export function shownColumns<Row>(columns: Column<Row>[], chosen: readonly string[] | null): Column<Row>[] {
  if (chosen === null) return columns.filter(({ chosenOnly }) => !chosenOnly)
  return columns
    .filter(({ key }, at) => at === 0 || chosen.includes(key))
    .map((column) => (column.wideOnly ? { ...column, wideOnly: false, labelled: true } : column))
}

/** A column shown or hidden; null for the columns of somebody who chose nothing. */
export function chosenColumns(
  columns: Column<never>[],
  chosen: readonly string[] | null,
  { key, on }: { key: string; on: boolean },
): string[] | null {
  const shown = keysOf(shownColumns(columns, chosen))
  const next = keysOf(columns).filter((name) => (name === key ? on : shown.includes(name)))
  return sameColumns(next, keysOf(shownColumns(columns, null))) ? null : next
}

const keysOf = (columns: Column<never>[]) => columns.map(({ key }) => key)

/** May the list be asked yet? One that is opened without a question of its own waits for the view that opens it. */
export function useOpening({ views, columns, known, keep }: KeptChoice): boolean {
  const { pathname, searchStr } = useLocation()
  const go = useGo()
  const first = searchStr === '' ? views.find(({ is_default }) => is_default) : undefined
  useEffect(() => {
    if (first === undefined) return
    go(pathname + addressOf({ ...first.query, page: 1 }), { replace: true })
    if (!sameColumns(first.columns, columns)) keep({ columns: first.columns })
  }, [first, pathname, columns, keep, go])
  return searchStr !== '' || (known && first === undefined)
}

/** Does the list show just this view? */
export function isShown({ query, columns }: ListView, shown: Record<string, string>, chosen: ListChoice['columns']) {
  const names = new Set([...Object.keys(query), ...Object.keys(shown)])
  return [...names].every((name) => (query[name] ?? '') === (shown[name] ?? '')) && sameColumns(columns, chosen)
}

const sameColumns = (one: readonly string[] | null, other: readonly string[] | null) =>
  one?.toSorted().join() === other?.toSorted().join()
