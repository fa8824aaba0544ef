import { type CSSProperties, lazy, Suspense, useState } from 'react'
import type { Outline } from './cover-outline.tsx'
import { hueTurn, initialsOf } from './cover-tint.ts'
import classes from './cover.module.css'

/** Loaded after the first page, whose scripts it would make larger. */
const CoverOutline = lazy(() => import('./cover-outline.tsx').then((module) => ({ default: module.CoverOutline })))

type CoverProps = {
  name: string
  /** The report's own picture. */
  image?: string | null
  /** What is drawn without a picture; without an outline, the initials of the name. */
  outline?: Outline | null
}

/** The 16:9 cover of a report. The name beside it says everything, so it has no text for screen readers. */
export function Cover({ name, image = null, outline = null }: CoverProps) {
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
      {outline === null ? (
        initialsOf(name)
      ) : (
        <Suspense fallback={null}>
          <CoverOutline outline={outline} />
        </Suspense>
      )}
    </span>
  )
}
