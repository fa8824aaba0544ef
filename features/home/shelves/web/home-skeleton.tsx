import classes from './home-shelf.module.css'

/** Has the size of the cards, so nothing moves when they load. */
export function HomeSkeleton({ count = 8 }: { count?: number }) {
  return (
    <div className={classes.grid} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={classes.skeleton} />
      ))}
    </div>
  )
}
