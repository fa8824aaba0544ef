// The reader's identity as a watermark across the report. It deters and helps to trace a photo; the owner of the browser can remove it.
import { useId, useMemo } from 'react'
import { watermarkText } from '#catalogue/watermark.ts'
import { now } from '#platform/web/clock.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import classes from './report-watermark.module.css'

/** Pixels per letter. The distance keeps a long e-mail from being cut at the pattern's edge. */
const widestLetter = 9

/** Draws the watermark. `text`: the text of the business unit with its variables; null: e-mail and day. */
export function ReportWatermark({ text, report }: { text: string | null; report: string }) {
  const { user, tenantName } = useSession()
  const { date, time } = useFormats()
  const tile = useId()
  const opened = useMemo(() => now(), [])
  const { email, name } = user
  const drawnText = watermarkText(text, {
    email,
    name,
    report,
    unit: tenantName ?? '',
    date: date(opened),
    time: time(opened),
  })
  return (
    <svg className={classes.watermark} data-watermark={drawnText} aria-hidden>
      <defs>
        <pattern
          id={tile}
          width={60 + widestLetter * drawnText.length}
          height="170"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(-24)"
        >
          <text x="10" y="80" className={classes.words}>
            {drawnText}
          </text>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${tile})`} />
    </svg>
  )
}
