import type { CSSProperties } from 'react'
import { shortMonth } from '../language/months.ts'
import classes from './month-bars.module.css'

type MonthBarsProps = {
  label: string
  /**
   * One for each month, in order. `share`: the height, as a part of the greatest one. `amount`: the short label above the bar, where there is
   * room. `text`: what the bar says.
   */
  bars: readonly { month: string; share: number; amount: string | null; text: string }[]
}

/** Amounts of months as columns. A month without an amount is empty, so that a gap is visible. */
export function MonthBars({ label, bars }: MonthBarsProps) {
  return (
    <ol className={classes.chart} aria-label={label}>
      {bars.map(({ month, share, amount, text }) => (
        <li key={month} className={classes.column} title={text}>
          <span className={classes.hidden}>{text}</span>
          <span className={classes.space} aria-hidden>
            {amount === null ? null : <span className={classes.value}>{amount}</span>}
            <span className={classes.pillar} style={{ '--share': share } as CSSProperties} />
          </span>
          <span className={classes.month} aria-hidden>
            {shortMonth(month)}
          </span>
        </li>
      ))}
    </ol>
  )
}
