// Logs the events of one view of a report: each event once, without blocking the reader.
import { useEffect, useMemo } from 'react'
import { ask } from '#platform/web/client/client.ts'
import { now } from '#platform/web/clock.ts'
import { logView, type viewOrigins } from '#features/reports/view/contract.ts'

export type ViewOrigin = (typeof viewOrigins)[number]

/** Where the portal shows the report: in the report's own page, or in an app. */
export type ViewScreen = 'report' | 'app'

type Opening = {
  reportId: string
  screen: ViewScreen
  isEmbedded: boolean
  /** Path of the page on which the person lands. */
  homePath: string
}

/** The origin that the view log stores. A report that is the home page of the person always has the origin `home`. */
export function viewOrigin({ reportId, screen, isEmbedded, homePath }: Opening): ViewOrigin {
  if (isEmbedded) return 'embedded'
  return screen === 'report' && homePath === `/${reportId}/reports/view` ? 'home' : screen
}

type ReportEvent = 'opened' | 'page' | 'rendered' | 'closed' | 'failed'

export type ViewLog = {
  loaded: () => void
  rendered: () => void
  failed: () => void
  page: (page: { name: string; displayName: string }) => void
}

/** Logs the view of a report. `from` null: a preview, which is not logged. */
export function useViewLog(reportId: string, from: ViewOrigin | null): ViewLog {
  const view = useMemo(() => makeView(reportId, from), [reportId, from])
  useEffect(() => {
    view.logEvent('opened')
    return () => view.logEvent('closed')
  }, [view])
  return view.log
}

function makeView(reportId: string, from: ViewOrigin | null) {
  const view_id = crypto.randomUUID()
  const startedAt = now().getTime()
  const loggedPages = new Set<string>()
  let load_ms: number | undefined
  const logEvent = (
    event: ReportEvent,
    more: { page?: string; page_name?: string; load_ms?: number; render_ms?: number } = {},
  ) => {
    const key = `${event} ${more.page ?? ''}`
    if (from === null || loggedPages.has(key)) return
    loggedPages.add(key)
    // A failed log entry is not shown to the reader.
    ask(logView, { reportId, view_id, event, origem: from, ...more }, { keepalive: true }).catch(() => undefined)
  }
  const since = () => now().getTime() - startedAt
  const log: ViewLog = {
    loaded: () => (load_ms ??= since()),
    rendered: () => logEvent('rendered', { render_ms: since(), ...(load_ms === undefined ? {} : { load_ms }) }),
    failed: () => logEvent('failed'),
    page: ({ name, displayName }) => logEvent('page', { page: name, page_name: displayName }),
  }
  return { logEvent, log }
}
