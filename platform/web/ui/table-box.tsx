import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './record-table.module.css'

/** The container of a table. A table that is too wide gets a scrolling box; its headings then no longer stay in view. */
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
  // Keys scroll to the hidden part, and a screen reader announces the box.
  const moved = crowded ? ({ tabIndex: 0, role: 'region', 'aria-label': label } as const) : {}
  return (
    <div ref={box} className={classes.box} data-crowded={crowded || undefined} {...moved}>
      {children}
    </div>
  )
}
