import { useEffect, useRef } from 'react'
import type { CSSProperties } from 'react'
import { openReportSession } from './report-session.ts'
import type { ReportEvents, ReportSession, ReportTarget } from './report-session.ts'
import type { HeldToken } from './token-renewal.ts'

export type EmbeddedReportProps = Partial<ReportEvents> & {
  /** A new `reportId` or `embedUrl` shows that report. Token and configuration are read only when a report is first shown. */
  target: ReportTarget
  localOrigins: readonly string[]
  /** Milliseconds since 1970. */
  now: () => number
  /** Fetches a new token for the target two minutes before the old one expires. Page, filters and selections stay. */
  renew: () => Promise<HeldToken>
  /** Accessible name of the frame. */
  title: string
  className?: string
  style?: CSSProperties
}

/**
 * Shows a report of either service in a frame that fills its container. Handlers may change with every render; the list of
 * origins must stay the same. To retry after a failure, give the component another `key`.
 * @example <EmbeddedReport target={target} localOrigins={origins} now={now} renew={renew} title={name} failed={show} />
 */
export function EmbeddedReport(props: EmbeddedReportProps) {
  const { target, title, className, style } = props
  const container = useRef<HTMLDivElement>(null)
  const session = useRef<ReportSession>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    if (container.current === null) return
    // The SDK stores its state on the element, so each session gets its own element.
    const frame = container.current.appendChild(document.createElement('div'))
    frame.style.cssText = 'width:100%;height:100%'
    const opened = openReportSession(frame, {
      localOrigins: latest.current.localOrigins,
      now: () => latest.current.now(),
      renew: () => latest.current.renew(),
      events: {
        opened: (report) => {
          report.setComponentTitle(latest.current.title)
          latest.current.opened?.(report)
        },
        loaded: (report, dataUntil) => latest.current.loaded?.(report, dataUntil),
        rendered: () => latest.current.rendered?.(),
        pageChanged: (page) => latest.current.pageChanged?.(page),
        failed: (failure) => latest.current.failed?.(failure),
        searchAsked: () => latest.current.searchAsked?.(),
      },
    })
    session.current = opened
    return () => {
      opened.close()
      frame.remove()
    }
  }, [])

  const { reportId, embedUrl } = target
  useEffect(() => {
    session.current?.show({ ...latest.current.target, reportId, embedUrl })
  }, [reportId, embedUrl])

  useEffect(() => {
    container.current?.querySelector('iframe')?.setAttribute('title', title)
  }, [title])

  return <div ref={container} className={className} style={style} />
}
