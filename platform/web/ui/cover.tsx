import { type CSSProperties, useState } from 'react'
import { hueTurn, initialsOf } from './cover-tint.ts'
import classes from './cover.module.css'

type CoverProps = {
  name: string
  /** The report's own picture; without one, a quiet tint with its initials. */
  image?: string | null
}

/** The 16:9 cover of a report. The name beside it says everything, so it has no text for screen readers. */
export function Cover({ name, image = null }: CoverProps) {
  // The URL of a private picture expires. A page that stayed open shows the tint after that.
  const [failed, setFailed] = useState<string | null>(null)
  if (image !== null && image !== failed) {
    const onError = () => setFailed(image)
    return (
      <img className={classes.cover} src={image} alt="" width={320} height={180} loading="lazy" onError={onError} />
    )
  }
  return (
    <span className={classes.plain} style={{ '--turn': hueTurn(name) } as CSSProperties} aria-hidden>
      {initialsOf(name)}
    </span>
  )
}
