import type { ReactNode } from 'react'
import { PathLink } from '../routing/path.tsx'
import classes from './figure-tile.module.css'

/** A row of figures; on phones two beside each other. */
export function FigureTiles({ children }: { children: ReactNode }) {
  return <ul className={classes.tiles}>{children}</ul>
}

type FigureTileProps = {
  name: string
  figure: string
  /** The list behind the figure, or `#` and a part of this page. */
  to?: string | undefined
  note?: ReactNode
  /** A button in the corner that explains the figure. */
  about?: ReactNode
  /** The state of the figure. `alarm`: an administrator must act; `near`: a limit is near. */
  state?: 'alarm' | 'near' | undefined
}

export function FigureTile({ name, figure, to, note, about, state }: FigureTileProps) {
  const content = (
    <>
      <span className={classes.label}>{name}</span>
      <span className={classes.figure}>{figure}</span>
      {note ? <span className={classes.note}>{note}</span> : null}
    </>
  )
  const props = {
    className: classes.tile,
    ...(state && { [`data-${state}`]: true }),
    ...(about !== undefined && { 'data-about': true }),
  }
  const corner = about === undefined ? null : <span className={classes.about}>{about}</span>
  if (to === undefined) {
    return (
      <li className={classes.place}>
        <div {...props}>{content}</div>
        {corner}
      </li>
    )
  }
  return (
    <li className={classes.place}>
      {to.startsWith('#') ? (
        <a href={to} {...props}>
          {content}
        </a>
      ) : (
        <PathLink to={to} {...props}>
          {content}
        </PathLink>
      )}
      {corner}
    </li>
  )
}

/** Placeholders with the height of tiles, so that nothing below moves when the figures arrive. */
export function FigureTilesSkeleton({ count }: { count: number }) {
  return (
    <div className={classes.tiles} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={classes.tile}>
          <span className={classes.label}>&nbsp;</span>
          <span className={classes.figure}>&nbsp;</span>
          <span className={classes.note}>&nbsp;</span>
        </div>
      ))}
    </div>
  )
}
