// A short list without columns: each item has a name, a line of facts and its actions. Longer lists use record-table.tsx.
import type { ReactNode } from 'react'
import classes from './item-list.module.css'

export function ItemList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {children}
    </ul>
  )
}

type ItemProps = {
  icon?: ReactNode
  name: string
  /** Stands beside the name. */
  badge?: ReactNode
  facts: string[]
  /** The whole of what a fact shortens, as a tooltip. */
  factsTitle?: string | undefined
  /** The actions, at the end of the line. */
  children?: ReactNode
}

export function Item({ icon, name, badge, facts, factsTitle, children }: ItemProps) {
  return (
    <li className={classes.item}>
      {icon}
      <div className={classes.words}>
        <span className={classes.name}>
          {name} {badge}
        </span>
        <span className={classes.facts} title={factsTitle}>
          {facts.join(' · ')}
        </span>
      </div>
      {children}
    </li>
  )
}
