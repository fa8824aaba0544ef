import type { ReactNode } from 'react'
import { aboveToasts } from './above-toasts.ts'
import classes from './page-header.module.css'

type PageHeaderProps = {
  title: string
  /** Secondary text beside the title: a count, a state. */
  aside?: ReactNode
  /** One sentence about the purpose of the page. */
  text?: ReactNode
  /** The primary action, and what belongs beside it. */
  children?: ReactNode
}

/** Title, count and primary action of a page; the title is its only h1. */
export function PageHeader({ title, aside, text, children }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <div className={classes.line}>
          <h1 className={classes.title}>{title}</h1>
          {aside === undefined ? null : <span className={classes.aside}>{aside}</span>}
        </div>
        {text === undefined ? null : <p className={classes.text}>{text}</p>}
      </div>
      {children === undefined ? null : (
        <div className={classes.actions} {...aboveToasts}>
          {children}
        </div>
      )}
    </header>
  )
}
