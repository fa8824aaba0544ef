import type { ReactNode } from 'react'
import classes from './state.module.css'

type EmptyStateProps = {
  /** "No records found!" or what is missing, in one short line. */
  title: string
  /** Why, and what to do next. */
  text?: ReactNode
  icon?: ReactNode
  /** The page has nothing else: the title is its h1. */
  page?: boolean
  /** The next step. */
  children?: ReactNode
}

/** Nothing to show, said with the reason and the next step. */
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
