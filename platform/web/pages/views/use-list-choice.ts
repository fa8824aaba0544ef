// A person's arrangement of a list: columns and named views. Loaded once per visit for all lists; a change is shown at once and stored by
// the server. It knows a list only by its key. Next: list-views.tsx, list-columns.tsx, platform/contract/list-choice.ts.
import { type MutationOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type ListChoice, type ListView, readListChoices, writeListChoice } from '#platform/contract/list-choice.ts'
import type { CallFailure } from '../../client/call-failure.ts'
import { ask } from '../../client/client.ts'
import { keyOf } from '../../client/query-keys.ts'
import { useCallQuery } from '../../client/use-call.ts'
import { queryText } from '../../routing/use-list.ts'
import { useGo } from '../../routing/path.tsx'
import type { PageKey } from '../../session/caches.ts'
import type { Column } from '../../ui/column.ts'

type Part = Partial<Pick<ListChoice, 'columns' | 'views' | 'layout'>>

export type KeptChoice = ListChoice & {
  /** False until the server has answered with the arrangement, or has failed. */
  known: boolean
  keep: (part: Part) => void
}

export function useListChoice(list: PageKey): KeptChoice {
  const { data, isError } = useCallQuery(readListChoices, {}, { freshFor: Number.POSITIVE_INFINITY })
  const { mutate } = useMutation(keepingOf(useQueryClient(), list))
  return { ...choiceIn(data, list), known: data !== undefined || isError, keep: (part) => mutate(part) }
}

type Choices = { data: ListChoice[] }

const queryKey = keyOf(readListChoices, {})

function choiceIn(choices: Choices | undefined, list: PageKey): ListChoice {
  const found = choices?.data.find((choice) => choice.list === list)
  return found ?? { list, layout: null, columns: null, views: [] }
}

/** A change of the arrangement: shown at once, and stored after earlier changes. */
export function keepingOf(cache: QueryClient, list: PageKey): MutationOptions<unknown, CallFailure, Part> {
  return {
    mutationKey: queryKey,
    scope: { id: queryKey.join(' ') },
    onMutate: async (part) => {
      // The server replaces the whole arrangement: without the stored one, the person's views would be deleted.
      await cache.ensureQueryData({ queryKey, queryFn: () => ask(readListChoices, {}) })
      // An answer that is on the way does not know the change.
      void cache.cancelQueries({ queryKey })
      cache.setQueryData<Choices>(queryKey, (known) => {
        const others = known?.data.filter((choice) => choice.list !== list) ?? []
        return { data: [...others, { ...choiceIn(known, list), ...part }] }
      })
    },
    mutationFn: () => ask(writeListChoice, choiceIn(cache.getQueryData<Choices>(queryKey), list)),
    onSettled: () => {
      // The server's answer replaces what is shown once no further change waits. It also reverts a change that could not be stored.
      if (cache.isMutating({ mutationKey: queryKey }) === 1) void cache.invalidateQueries({ queryKey })
    },
  }
}

/**
 * The first column identifies the row and is always shown. A chosen column is also shown on phones, with its title, because a card has no
 * headings.
 */
export function visibleColumns<Row>(columns: Column<Row>[], chosen: readonly string[] | null): Column<Row>[] {
  if (chosen === null) return columns.filter(({ chosenOnly }) => !chosenOnly)
  return columns
    .filter(({ key }, index) => index === 0 || chosen.includes(key))
    .map((column) => (column.wideOnly ? { ...column, wideOnly: false, labelled: true } : column))
}

/** Shows or hides a column; null resets to the default columns. */
export function chosenColumns(
  columns: Column<never>[],
  chosen: readonly string[] | null,
  { key, on }: { key: string; on: boolean },
): string[] | null {
  const visibleKeys = keysOf(visibleColumns(columns, chosen))
  const newKeys = keysOf(columns).filter((name) => (name === key ? on : visibleKeys.includes(name)))
  return sameColumns(newKeys, keysOf(visibleColumns(columns, null))) ? null : newKeys
}

const keysOf = (columns: Column<never>[]) => columns.map(({ key }) => key)

/** True when the list may be requested: a list that was opened without a query waits for its default view. */
export function useOpening({ views, columns, known, keep }: KeptChoice): boolean {
  const { pathname, searchStr } = useLocation()
  const go = useGo()
  const first = searchStr === '' ? views.find(({ is_default }) => is_default) : undefined
  useEffect(() => {
    if (first === undefined) return
    go(pathname + queryText({ ...first.query, page: 1 }), { replace: true })
    if (!sameColumns(first.columns, columns)) keep({ columns: first.columns })
  }, [first, pathname, columns, keep, go])
  return searchStr !== '' || (known && first === undefined)
}

/** True when the list shows exactly this view. */
export function isCurrentView(
  { query, columns }: ListView,
  displayedQuery: Record<string, string>,
  chosen: ListChoice['columns'],
) {
  const names = new Set([...Object.keys(query), ...Object.keys(displayedQuery)])
  return (
    [...names].every((name) => (query[name] ?? '') === (displayedQuery[name] ?? '')) && sameColumns(columns, chosen)
  )
}

const sameColumns = (one: readonly string[] | null, other: readonly string[] | null) =>
  one?.toSorted().join() === other?.toSorted().join()
