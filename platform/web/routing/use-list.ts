// The state of a list: search, filters, order and size are in the URL; the page number is also stored under the specification's key.
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { z } from 'zod'
import { pageSizes } from '#catalogue/limits.ts'
import type { Call, InputOf, ReceivedOf } from '#platform/contract/call.ts'
import type { ListOptions } from '#platform/contract/list.ts'
import type { CallFailure } from '../client/call-failure.ts'
import { useCallQuery } from '../client/use-call.ts'
import type { PageKey } from '../session/caches.ts'
import { usePageNumber } from '../session/use-session.ts'
import { useGo } from './path.tsx'

type ListCall = Call<z.ZodType<ListOptions>, z.ZodType<{ data: unknown[]; total: number }>>

/** The size value in the address of an infinite-scroll list. */
export const scrollingSize = 'all'

export type List<C extends ListCall> = {
  call: C
  options: InputOf<C>
  /** Infinite scrolling: `options` then request the first hundred rows. */
  scrolling: boolean
  /** Any change except a new page returns to the first page; undefined removes a filter. */
  change: (part: { [Key in keyof InputOf<C>]?: InputOf<C>[Key] | undefined }) => void
  /** The query of the URL as text, without the page: a saved view stores it. */
  query: Record<string, string>
  /** Requests exactly this, from its first page. */
  show: (query: Record<string, string>) => void
  /** Undefined until the first answer; then the former one while the next is under way. */
  answer: ReceivedOf<C> | undefined
  /** The answer shown belongs to the former question. */
  stale: boolean
  failure: CallFailure | null
  retry: () => void
}

/**
 * Example: `const list = useList(listUsers, 'page_user')`. With `ask` false nothing is asked yet: a list that wants a search first. `fixed` is
 * asked with every page and is not in the address.
 */
export function useList<C extends ListCall>(
  call: C,
  pageKey: PageKey,
  { ask = true, fixed = {} }: { ask?: boolean; fixed?: Partial<InputOf<C>> } = {},
): List<C> {
  const { pathname, search } = useLocation()
  const go = useGo()
  const [remembered, remember] = usePageNumber(pageKey)
  const searchOptions: Record<string, unknown> = { page: remembered, ...search }
  const scrolling = searchOptions['size'] === scrollingSize
  const options = readOptions(call, {
    ...searchOptions,
    ...(scrolling && { page: 1, size: pageSizes.at(-1) }),
    // Flags have their wire form, as in the URL, because the call's own schema reads them.
    ...optionTexts(fixed),
  })
  const listQuery = useCallQuery(call, options as never, { keep: true, enabled: ask })
  const change: List<C>['change'] = (part) => {
    const page = part.page ?? 1
    remember(page)
    go(pathname + queryText({ ...searchOptions, ...part, page }), { replace: true })
  }
  // A page that is no more (its last records were removed) is no reason to show an empty list.
  const isBeyond = listQuery.data !== undefined && listQuery.data.data.length === 0 && options.page > 1
  useEffect(() => {
    if (isBeyond && !listQuery.isPlaceholderData) change({ page: 1 } as never)
  })
  return {
    call,
    options,
    scrolling,
    change,
    query: Object.fromEntries(
      Object.entries(optionTexts(search)).filter(([name]) => name !== 'page' && name !== 'size'),
    ),
    show: (query) => {
      remember(1)
      go(pathname + queryText({ ...query, page: 1 }), { replace: true })
    },
    answer: listQuery.data,
    stale: listQuery.isPlaceholderData,
    failure: listQuery.data === undefined || listQuery.isPlaceholderData ? listQuery.error : null,
    retry: () => void listQuery.refetch(),
  }
}

/** The options of every list. Any other option is a filter of its own. */
const common = new Set(['page', 'size', 'search', 'sort', 'order'])

/** The names of the filters that narrow a list. */
export function filtersOf(options: object): string[] {
  return Object.entries(options).flatMap(([key, value]) => (common.has(key) || value === undefined ? [] : [key]))
}

/** True when no search and no filter narrows the list. `lasting`: filters that do not count. */
export const asksForAll = (options: { search: string }, lasting: readonly string[] = []): boolean =>
  options.search === '' && filtersOf(options).every((key) => lasting.includes(key))

/** A person may have edited the address: a value that the call does not know counts as absent. */
function readOptions<C extends ListCall>(call: C, search: Record<string, unknown>): InputOf<C> {
  const parsed = call.input.safeParse(search)
  if (parsed.success) return parsed.data as InputOf<C>
  const refused = new Set(parsed.error.issues.map(({ path }) => path[0]))
  const left = Object.fromEntries(Object.entries(search).filter(([key]) => !refused.has(key)))
  return call.input.parse(left) as InputOf<C>
}

function optionTexts(options: Record<string, unknown>): Record<string, string> {
  const definedOptions = Object.entries(options).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  // A flag has its wire form in the address, because the call's own schema reads it.
  const textOf = (value: unknown) => (typeof value === 'boolean' ? (value ? 'S' : 'N') : String(value))
  return Object.fromEntries(definedOptions.map(([key, value]) => [key, textOf(value)]))
}

/** The query part of a path; empty when there is none. */
export function queryText(options: Record<string, unknown>): string {
  const text = new URLSearchParams(optionTexts(options)).toString()
  return text === '' ? '' : `?${text}`
}
