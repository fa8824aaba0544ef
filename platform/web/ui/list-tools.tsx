import type { ReactNode } from 'react'
import classes from './list-tools.module.css'

/** The row above a list: search first, filters after it. */
export function ListTools({ children }: { children: ReactNode }) {
  return <div className={classes.tools}>{children}</div>
}
