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

/** The placeholder of one shelf, with its title. */
export function ShelfSkeleton() {
  return (
    <div className={classes.shelf} aria-hidden>
      <div className={classes.title}>&nbsp;</div>
      <div className={classes.row}>
        {Array.from({ length: 5 }, (_, index) => (
          <div key={index} className={classes.skeleton} />
        ))}
      </div>
    </div>
  )
}
