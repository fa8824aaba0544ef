import { type CSSProperties, type ReactNode, useState } from 'react'
import { type CoverPattern, coverPattern } from './cover-pattern.ts'
import classes from './cover.module.css'

type CoverProps = {
  name: string
  /** The report's own picture; without one, a pattern from its name. */
  image?: string | null
}

/** The 16:9 cover of a report. The name beside it says everything, so it has no text for screen readers. */
export function Cover({ name, image = null }: CoverProps) {
  // The URL of a private picture expires. A page that stayed open shows the pattern after that.
  const [failed, setFailed] = useState<string | null>(null)
  if (image !== null && image !== failed) {
    const onError = () => setFailed(image)
    return (
      <img className={classes.cover} src={image} alt="" width={320} height={180} loading="lazy" onError={onError} />
    )
  }
  const pattern = coverPattern(name)
  return (
    <svg
      className={classes.cover}
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      focusable="false"
      style={{ '--turn': pattern.turn } as CSSProperties}
    >
      <rect width="320" height="180" className={classes.ground} />
      {drawings[pattern.kind](pattern)}
    </svg>
  )
}

const drawings: Record<CoverPattern['kind'], (pattern: CoverPattern) => ReactNode> = {
  bars: ({ values, lit }) =>
    values.map((value, index) => (
      <rect
        key={index}
        x={34 + index * 28}
        y={150 - value * 105}
        width={18}
        height={value * 105}
        rx={4}
        className={index === lit ? classes.lit : classes.shape}
        opacity={0.35 + value * 0.5}
      />
    )),
  arcs: ({ values, lit }) =>
    values
      .slice(0, 6)
      .map((value, index) => (
        <circle
          key={index}
          cx={250}
          cy={180}
          r={30 + index * 26}
          fill="none"
          strokeWidth={14}
          strokeDasharray={`${value * 40 * (index + 2)} 2000`}
          transform="rotate(180 250 180)"
          className={index === lit % 6 ? classes.litLine : classes.line}
          opacity={0.3 + value * 0.5}
        />
      )),
  steps: ({ values, lit }) => {
    const points = values.map((value, index) => `${index * 40},${150 - value * 100}`).join(' L')
    const [x, y] = [lit * 40, 150 - (values[lit] ?? 0) * 100]
    return (
      <>
        <path d={`M${points} L320,180 L0,180 Z`} className={classes.shape} opacity={0.35} />
        <path d={`M${points}`} fill="none" strokeWidth={3} className={classes.line} />
        <circle cx={x} cy={y} r={6} className={classes.lit} />
      </>
    )
  },
  dots: ({ values, lit }) =>
    values.flatMap((value, column) =>
      values
        .slice(0, 5)
        .map((other, row) => (
          <circle
            key={`${column} ${row}`}
            cx={32 + column * 32}
            cy={26 + row * 32}
            r={3 + value * other * 10}
            className={column === lit && row === lit % 5 ? classes.lit : classes.shape}
            opacity={0.25 + value * 0.5}
          />
        )),
    ),
}
