import classes from './home-shelf.module.css'

/** Placeholders with the size of the cards, so that nothing moves when the cards load. */
export function HomeSkeleton({ count = 8 }: { count?: number }) {
  return (
    <div className={classes.grid} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={classes.skeleton} />
      ))}
    </div>
  )
}
