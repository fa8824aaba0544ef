import classes from './home-shelf.module.css'

/** As much room as the cards will take: nothing jumps when they come. */
export function HomeSkeleton({ count = 8 }: { count?: number }) {
  return (
    <div className={classes.grid} aria-hidden>
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className={classes.skeleton} />
      ))}
    </div>
  )
}
