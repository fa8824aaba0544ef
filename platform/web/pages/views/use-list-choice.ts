// A person's arrangement of a list: columns and named views. Loaded once per visit for all lists; a change is shown at once and stored by
// the server. It knows a list only by its key. Next: list-views.tsx, list-columns.tsx, platform/contract/list-choice.ts.
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type ListChoice, type ListView, readListChoices, writeListChoice } from '#platform/contract/list-choice.ts'
import { keyOf } from '../../client/query-keys.ts'
import { useAsk, useTell } from '../../client/use-ask.ts'
import { addressOf } from '../../routing/use-list.ts'
import { useGo } from '../../routing/path.tsx'
import type { PageKey } from '../../session/caches.ts'
import type { Column } from '../../ui/column.ts'

export type KeptChoice = ListChoice & {
  /** False until the server has answered with the arrangement, or has failed. */
  known: boolean
  keep: (part: Partial<Pick<ListChoice, 'columns' | 'views' | 'layout'>>) => void
}

export function useListChoice(list: PageKey): KeptChoice {
  const { data, isError } = useAsk(readListChoices, {}, { freshFor: Number.POSITIVE_INFINITY })
  const cache = useQueryClient()
  const tell = useTell(writeListChoice)
  const kept = data?.data.find((choice) => choice.list === list) ?? { list, layout: null, columns: null, views: [] }
  const keep: KeptChoice['keep'] = (part) => {
    const next = { ...kept, ...part }
    const others = (data?.data ?? []).filter((choice) => choice.list !== list)
    cache.setQueryData(keyOf(readListChoices, {}), { data: [...others, next] })
    // A change that could not be stored is reverted.
    tell.mutateAsync(next).catch(() => {
      cache.setQueryData(keyOf(readListChoices, {}), data)
      void cache.invalidateQueries({ queryKey: keyOf(readListChoices, {}) })
    })
  }
  return { ...kept, known: data !== undefined || isError, keep }
}

/**
 * The first column identifies the row and is always shown. A chosen column is also shown on phones, with its title, because a card has no
 * headings.
 */
export function shownColumns<Row>(columns: Column<Row>[], chosen: readonly string[] | null): Column<Row>[] {
  if (chosen === null) return columns.filter(({ chosenOnly }) => !chosenOnly)
  return columns
    .filter(({ key }, at) => at === 0 || chosen.includes(key))
    .map((column) => (column.wideOnly ? { ...column, wideOnly: false, labelled: true } : column))
}

/** Shows or hides a column; null resets to the default columns. */
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

/** Whether the list may be requested: a list opened without a query waits for its default view. */
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

/** Whether the list shows exactly this view. */
export function isShown({ query, columns }: ListView, shown: Record<string, string>, chosen: ListChoice['columns']) {
  const names = new Set([...Object.keys(query), ...Object.keys(shown)])
  return [...names].every((name) => (query[name] ?? '') === (shown[name] ?? '')) && sameColumns(columns, chosen)
}

const sameColumns = (one: readonly string[] | null, other: readonly string[] | null) =>
  one?.toSorted().join() === other?.toSorted().join()
