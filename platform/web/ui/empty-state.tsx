import type { ReactNode } from 'react'
import classes from './state.module.css'

type EmptyStateProps = {
  /** "No records found!" or what is missing, in one short line. */
  title: string
  /** Why, and what to do next. */
  text?: ReactNode
  icon?: ReactNode
  /** The next step. */
  children?: ReactNode
}

/** Nothing to show, said with the reason and the next step. */
export function EmptyState({ title, text, icon, children }: EmptyStateProps) {
  return (
    <output className={classes.state}>
      {icon === undefined ? null : <span className={classes.icon}>{icon}</span>}
      <p className={classes.title}>{title}</p>
      {text === undefined ? null : <p className={classes.text}>{text}</p>}
      {children === undefined ? null : <div className={classes.actions}>{children}</div>}
    </output>
  )
}
