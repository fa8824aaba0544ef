// The reader's identity as a watermark across the report. It deters and helps to trace a photo; the owner of the browser can remove it.
import { useId } from 'react'
import { now } from '#platform/web/clock.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import classes from './report-watermark.module.css'

/** The distance keeps long addresses from being cut at the pattern's edge. */
const widestLetter = 9

export function ReportWatermark() {
  const { user } = useSession()
  const { date } = useFormats()
  const tile = useId()
  const words = `${user.email} · ${date(now())}`
  return (
    <svg className={classes.watermark} data-watermark={user.email} aria-hidden>
      <defs>
        <pattern
          id={tile}
          width={60 + widestLetter * words.length}
          height="170"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(-24)"
        >
          <text x="10" y="80" className={classes.words}>
            {words}
          </text>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${tile})`} />
    </svg>
  )
}
