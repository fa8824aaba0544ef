import { sortedBySize } from './pin-kinds.ts'
import classes from './pinned.module.css'

/** Empty cards with the sizes of the pinned visuals, so that nothing moves when they load. */
export function PinnedSkeleton({ pins }: { pins: readonly { id: string; kind: string }[] }) {
  const { numbers, charts } = sortedBySize(pins)
  return (
    <div className={classes.pinned} aria-hidden>
      <p className={classes.title}>&nbsp;</p>
      <div className={classes.numbers} hidden={numbers.length === 0}>
        {numbers.map(({ id }) => (
          <div key={id} className={classes.card} />
        ))}
      </div>
      <div className={classes.charts} hidden={charts.length === 0}>
        {charts.map(({ id }) => (
          <div key={id} className={classes.card} />
        ))}
      </div>
    </div>
  )
}
