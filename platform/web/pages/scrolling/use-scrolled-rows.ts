// The rows of an infinite-scroll list: requested in pages of a hundred when they come near the view, and cached while the question stays
// the same.
import { useState } from 'react'
import { pageSizes, scrolledRows } from '#catalogue/limits.ts'
import { useCallQueries } from '../../client/use-call.ts'
import type { List } from '../../routing/use-list.ts'
import type { ListedCall, RowOf } from '../listed-record.ts'

export type ScrolledRows<Row> = {
  /** Changes with search, filters and order. */
  question: string
  /** Maximum number of rows that the list scrolls through. */
  count: number
  /** Undefined until it is loaded. */
  rowAt: (index: number) => Row | undefined
  /** The loaded rows, in order. */
  loaded: Row[]
  /** Requests the given range of rows and its surroundings. */
  come: (first: number, last: number) => void
  /** Set when rows near the view could not be loaded. */
  retry: (() => void) | null
}

const size = pageSizes[2]
/** Number of additional rows requested before and after the view. */
const around = 50

export function useScrolledRows<C extends ListedCall>({
  call,
  options,
  scrolling,
  answer,
}: List<C>): ScrolledRows<RowOf<C>> {
  const question = JSON.stringify(options)
  const [state, setState] = useState({ question, ...start })
  const { seen, near } = state.question === question ? state : start
  const queries = seen.map((page) => ({ input: { ...options, page } as never, isEnabled: near.includes(page) }))
  const answers = useCallQueries(call, scrolling ? queries : [])
  const pages = new Map<number, RowOf<C>[]>(seen.map((page, index) => [page, answers[index]?.data?.data ?? []]))
  // The first page is that of the list itself, which shows the previous answer until the next one arrives.
  pages.set(1, answer?.data ?? [])
  const failed = answers.filter(({ isError, data }) => isError && data === undefined)
  return {
    question,
    count: Math.min(answer?.total ?? 0, scrolledRows),
    rowAt: (index) => pages.get(pageOf(index))?.[index % size],
    loaded: [...pages.keys()].toSorted((one, other) => one - other).flatMap((page) => pages.get(page) ?? []),
    come: (first, last) => {
      const nearPages = pagesOf(
        Math.max(0, first - around),
        Math.min(last + around, scrolledRows - 1, (answer?.total ?? 1) - 1),
      )
      if (nearPages.join() === near.join()) return
      setState({ question, seen: [...new Set([...seen, ...nearPages])], near: nearPages })
    },
    retry: failed.length === 0 ? null : () => failed.forEach(({ refetch }) => void refetch()),
  }
}

const start = { seen: [1], near: [1] }

const pageOf = (index: number) => Math.floor(index / size) + 1

/** The pages that contain the given range of rows. */
function pagesOf(first: number, last: number): number[] {
  const from = pageOf(first)
  return Array.from({ length: Math.max(1, pageOf(last) - from + 1) }, (_, index) => from + index)
}
