import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './record-table.module.css'

/** The room of a table. Only one that is too wide for it gets a box to be moved in: its headings then no longer follow the page. */
export function TableBox({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [crowded, setCrowded] = useState(false)
  useEffect(() => {
    const { current: room } = box
    const table = room?.firstElementChild
    if (!room || !table) return
    const measure = new ResizeObserver(() => setCrowded(table.scrollWidth > room.clientWidth + 1))
    measure.observe(room)
    measure.observe(table)
    return () => measure.disconnect()
  }, [])
  // Keys move what lies beyond the edge, and a screen reader says what it is that moves.
  const moved = crowded ? ({ tabIndex: 0, role: 'region', 'aria-label': label } as const) : {}
  return (
    <div ref={box} className={classes.box} data-crowded={crowded || undefined} {...moved}>
      {children}
    </div>
  )
}
