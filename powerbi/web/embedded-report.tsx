import { useEffect, useRef } from 'react'
import type { CSSProperties } from 'react'
import { openReportSession } from './report-session.ts'
import type { ReportEvents, ReportSession, ReportTarget } from './report-session.ts'
import type { HeldToken } from './token-renewal.ts'

export type EmbeddedReportProps = Partial<ReportEvents> & {
  /** Another `reportId` or `embedUrl` shows that report. The token and the configuration count when a report is first shown. */
  target: ReportTarget
  localOrigins: readonly string[]
  /** Milliseconds since 1970. */
  now: () => number
  /** A new token for the target, two minutes before the old one ends. Page, filters and selections stay. */
  renew: () => Promise<HeldToken>
  /** What assistive technology calls the frame. */
  title: string
  className?: string
  style?: CSSProperties
}

/**
 * A report of either service in a frame that fills its container. Handlers may change at every rendering; the list of
 * origins may not. To try again after a failure, give it another `key`.
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
    // The SDK keeps what it knows on the element, so each session has one of its own.
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
        loaded: (report) => latest.current.loaded?.(report),
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
