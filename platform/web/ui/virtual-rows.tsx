// Virtual rows: the visible part of many rows as the body of a table, with spacers for the rest. The window scrolls. It knows no record and
// requests nothing: the list renders each row, and `onRange` reports which rows are visible. Loaded with the first infinite-scroll list.
// Next: record-table.tsx, ../pages/scrolling/scrolled-table.tsx.
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
  /** Renders a row. `measure` is the ref of a row with its own height. With `height` it renders only a placeholder of that height. */
  renderRow: (index: number, place: RowPlace) => ReactNode
  /** The visible rows, from 0; called several times per second while scrolling. */
  onRange: (first: number, last: number) => void
}

export type RowPlace = {
  measure: (row: HTMLTableRowElement | null) => void
  /** The known or expected height, in pixels. */
  height: number
  /** The list scrolls too fast to read this row. */
  rushes: boolean
}

/** The first row is rendered alone, before anything is visible: its height is the estimate for all others. */
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
    // The observer reports heights once all rows are laid out. Measuring each row separately would lay them out one by one.
    measureElement: (row, entry, { itemSizeCache }) =>
      entry?.borderBoxSize[0]?.blockSize ?? itemSizeCache.get(Number(row.dataset['index'])) ?? usual,
  })
  useLayoutEffect(() => {
    // Rows above the view do not change height while scrolling, and checking costs a layout.
    if (virtual.isScrolling) return
    const listTop = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY
    if (Math.abs(listTop - top) > 1) setTop(listTop)
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
  useRangeNotice(virtual.range?.startIndex ?? 0, virtual.range?.endIndex ?? 0, onRange)
  const items = virtual.getVirtualItems()
  const rushes = useRushing(usual)
  return (
    <tbody ref={body}>
      {items.map(({ index, start, size }, position) => (
        <Fragment key={index}>
          <Gap height={start - (items[position - 1]?.end ?? top)} />
          {renderRow(index, { measure: virtual.measureElement, height: size, rushes })}
        </Fragment>
      ))}
      <Gap height={top + virtual.getTotalSize() - (items.at(-1)?.end ?? top)} />
    </tbody>
  )
}

/** Scrolling speed, in rows per second, above which rows are not rendered; a mouse wheel stays below. */
const rushing = 75

/** While scrolling that fast, rows are placeholders: rendering takes longer than they are visible. */
function useRushing(usual: number): boolean {
  const [rushes, setRushes] = useState(false)
  useEffect(() => {
    let before = { offset: window.scrollY, at: performance.now() }
    let rest: number | undefined
    const measureRows = () => {
      const now = { offset: window.scrollY, at: performance.now() }
      const rows = Math.abs(now.offset - before.offset) / usual
      setRushes((1000 * rows) / Math.max(now.at - before.at, 8) > rushing)
      before = now
      window.clearTimeout(rest)
      rest = window.setTimeout(() => setRushes(false), 100)
    }
    window.addEventListener('scroll', measureRows, { passive: true })
    return () => {
      window.clearTimeout(rest)
      window.removeEventListener('scroll', measureRows)
    }
  }, [usual])
  // Slowing down is rendered with low priority, speeding up at once.
  const stillRushes = useDeferredValue(rushes)
  return rushes || stillRushes
}

/** The row with the focus stays rendered at any scroll position, and so do its neighbours, which keyboard navigation needs. */
function withNeighbours(range: Range, focused: number | null): number[] {
  const inView = defaultRangeExtractor(range)
  if (focused === null) return inView
  const focusedRows = [focused - 1, focused, focused + 1].filter((index) => index >= 0 && index < range.count)
  return [...new Set([...inView, ...focusedRows])].toSorted((one, other) => one - other)
}

function Gap({ height }: { height: number }) {
  return height < 1 ? null : <tr className={classes.gap} aria-hidden style={{ height }} />
}

const rangeNoticeMs = 80

function useRangeNotice(first: number, last: number, onRange: VirtualRowsProps['onRange']): void {
  const latest = useRef({ first, last, tell: onRange })
  const waiting = useRef<number | null>(null)
  useEffect(() => {
    latest.current = { first, last, tell: onRange }
    waiting.current ??= window.setTimeout(() => {
      waiting.current = null
      const { first: from, last: to, tell: notifyRange } = latest.current
      notifyRange(from, to)
    }, rangeNoticeMs)
  }, [first, last, onRange])
  useEffect(
    () => () => {
      if (waiting.current !== null) window.clearTimeout(waiting.current)
      waiting.current = null
    },
    [],
  )
}
