import classes from './mark.module.css'

/** The mark: a pane of glass with a lit corner. Works at 16 px and in one colour (`plain`). */
export function Mark({ size = 24, plain = false }: { size?: number; plain?: boolean }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden focusable="false" className={classes.mark}>
      <rect
        x="2.25"
        y="2.25"
        width="19.5"
        height="19.5"
        rx="5.25"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
      />
      <path
        d="M12.5 6h3.25A2.25 2.25 0 0 1 18 8.25v3.25A5.5 5.5 0 0 1 12.5 6Z"
        fill={plain ? 'currentColor' : 'var(--amber)'}
      />
    </svg>
  )
}

/** The mark with the product's name beside it. */
export function WordMark({ size = 24, name = 'Vitrine' }: { size?: number; name?: string }) {
  return (
    <span className={classes.word}>
      <Mark size={size} />
      <span>{name}</span>
    </span>
  )
}
