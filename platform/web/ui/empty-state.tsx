import type { ReactNode } from 'react'
import classes from './state.module.css'

type EmptyStateProps = {
  /** "No records found!" or a more specific title, in one short line. */
  title: string
  /** The reason, and what to do next. */
  text?: ReactNode
  icon?: ReactNode
  /** The page has no other content: the title is its h1. */
  page?: boolean
  /** The next step. */
  children?: ReactNode
}

/** An empty state with the reason and the next step. */
export function EmptyState({ title, text, icon, page = false, children }: EmptyStateProps) {
  return (
    <output className={classes.state}>
      {icon === undefined ? null : <span className={classes.icon}>{icon}</span>}
      {page ? <h1 className={classes.title}>{title}</h1> : <p className={classes.title}>{title}</p>}
      {text === undefined ? null : <p className={classes.text}>{text}</p>}
      {children === undefined ? null : <div className={classes.actions}>{children}</div>}
    </output>
  )
}
