// The part of many rows that is in view, as the body of a table; what is not drawn keeps its room. The window scrolls.
// It knows no record and asks nothing: the list says how a row is drawn and hears which are in view. Loaded with the first list that
// is scrolled through. Next: record-table.tsx, ../pages/scrolled-table.tsx.
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  Fragment,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import classes from './record-table.module.css'

export type VirtualRowsProps = {
  count: number
  /** Draws a row. `measure` is the ref of one whose height is its own. With `height` it only keeps the place of one so high. */
  renderRow: (index: number, place: RowPlace) => ReactNode
  /** Which rows are in view, from 0: told some times a second while the list is scrolled. */
  onRange: (first: number, last: number) => void
}

export type RowPlace = {
  measure: (row: HTMLTableRowElement | null) => void
  /** The height that is known or expected, in pixels. */
  height: number
  /** The list rushes past: nobody reads this row yet. */
  rushes: boolean
}

/** The first row is drawn by itself, before anything is seen: as high are all others taken to be until they were drawn. */
export function VirtualRows(props: VirtualRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [height, setHeight] = useState<number | null>(null)
  useLayoutEffect(() => {
    setHeight((known) => known ?? body.current?.rows[0]?.getBoundingClientRect().height ?? null)
  }, [])
  if (height !== null) return <Rows {...props} usual={height} />
  return <tbody ref={body}>{props.renderRow(0, { measure: () => undefined, height: 0, rushes: false })}</tbody>
}

function Rows({ count, renderRow, onRange, usual }: VirtualRowsProps & { usual: number }) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  const focused = useRef<number | null>(null)
  const rangeExtractor = useCallback((range: Range) => withNeighbours(range, focused.current), [])
  // oxlint-disable-next-line react/incompatible-library -- what it answers is used in this drawing alone
  const virtual = useWindowVirtualizer<HTMLTableRowElement>({
    count,
    estimateSize: () => usual,
    overscan: 6,
    scrollMargin: top,
    rangeExtractor,
    // The observer tells heights once all rows are laid out. To ask each by itself would lay them out one by one.
    measureElement: (row, entry, { itemSizeCache }) =>
      entry?.borderBoxSize[0]?.blockSize ?? itemSizeCache.get(Number(row.dataset['index'])) ?? usual,
  })
  useLayoutEffect(() => {
    // Nothing moves above a list that is being scrolled, and to look costs a layout.
    if (virtual.isScrolling) return
    const place = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY
    if (Math.abs(place - top) > 1) setTop(place)
  }, [virtual.isScrolling, top, count])
  useEffect(() => {
    const keep = ({ target }: FocusEvent) => {
      const index = target instanceof Element ? target.closest('tr')?.dataset['index'] : undefined
      focused.current = index === undefined ? null : Number(index)
    }
    const element = body.current
    element?.addEventListener('focusin', keep)
    return () => element?.removeEventListener('focusin', keep)
  }, [])
  useTelling(virtual.range?.startIndex ?? 0, virtual.range?.endIndex ?? 0, onRange)
  const items = virtual.getVirtualItems()
  const rushes = useRushing(usual)
  return (
    <tbody ref={body}>
      {items.map(({ index, start, size }, at) => (
        <Fragment key={index}>
          <Gap height={start - (items[at - 1]?.end ?? top)} />
          {renderRow(index, { measure: virtual.measureElement, height: size, rushes })}
        </Fragment>
      ))}
      <Gap height={top + virtual.getTotalSize() - (items.at(-1)?.end ?? top)} />
    </tbody>
  )
}

/** Rows a second that rush past; a hand on a wheel stays below. */
const rushing = 75

/** While it is so, rows are not drawn whole: that takes longer than they would be seen. */
function useRushing(usual: number): boolean {
  const [rushes, setRushes] = useState(false)
  useEffect(() => {
    let before = { offset: window.scrollY, at: performance.now() }
    let rest: number | undefined
    const look = () => {
      const now = { offset: window.scrollY, at: performance.now() }
      const rows = Math.abs(now.offset - before.offset) / usual
      setRushes((1000 * rows) / Math.max(now.at - before.at, 8) > rushing)
      before = now
      window.clearTimeout(rest)
      rest = window.setTimeout(() => setRushes(false), 100)
    }
    window.addEventListener('scroll', look, { passive: true })
    return () => {
      window.clearTimeout(rest)
      window.removeEventListener('scroll', look)
    }
  }, [usual])
  // What slows down is drawn when there is time, what rushes at once.
  const stillRushes = useDeferredValue(rushes)
  return rushes || stillRushes
}

/** A row that has the focus stays, wherever the list is scrolled to, and so do those to which a key would lead from it. */
function withNeighbours(range: Range, focused: number | null): number[] {
  const inView = defaultRangeExtractor(range)
  if (focused === null) return inView
  const kept = [focused - 1, focused, focused + 1].filter((index) => index >= 0 && index < range.count)
  return [...new Set([...inView, ...kept])].toSorted((one, other) => one - other)
}

function Gap({ height }: { height: number }) {
  return height < 1 ? null : <tr className={classes.gap} aria-hidden style={{ height }} />
}

const toldEvery = 80

function useTelling(first: number, last: number, tell: VirtualRowsProps['onRange']): void {
  const latest = useRef({ first, last, tell })
  const waiting = useRef<number | null>(null)
  useEffect(() => {
    latest.current = { first, last, tell }
    waiting.current ??= window.setTimeout(() => {
      waiting.current = null
      const { first: from, last: to, tell: toldTo } = latest.current
      toldTo(from, to)
    }, toldEvery)
  }, [first, last, tell])
  useEffect(
    () => () => {
      if (waiting.current !== null) window.clearTimeout(waiting.current)
      waiting.current = null
    },
    [],
  )
}
