// Logs what happened in one view of a report: each event once, without blocking the reading.
import { useEffect, useMemo } from 'react'
import { ask } from '#platform/web/client/client.ts'
import { now } from '#platform/web/clock.ts'
import { logView } from '../contract.ts'

type Happened = 'opened' | 'page' | 'rendered' | 'closed' | 'failed'

export type ViewLog = {
  loaded: () => void
  rendered: () => void
  failed: () => void
  page: (page: { name: string; displayName: string }) => void
}

/** `from` null: a preview, which is nobody's view. */
export function useViewLog(reportId: string, from: 'report' | 'embedded' | null): ViewLog {
  const view = useMemo(() => makeView(reportId, from), [reportId, from])
  useEffect(() => {
    view.tell('opened')
    return () => view.tell('closed')
  }, [view])
  return view.log
}

function makeView(reportId: string, from: 'report' | 'embedded' | null) {
  const view_id = crypto.randomUUID()
  const startedAt = now().getTime()
  const told = new Set<string>()
  let load_ms: number | undefined
  const tell = (
    event: Happened,
    more: { page?: string; page_name?: string; load_ms?: number; render_ms?: number } = {},
  ) => {
    const key = `${event} ${more.page ?? ''}`
    if (from === null || told.has(key)) return
    told.add(key)
    // A failed log entry is not shown to the reader.
    ask(logView, { reportId, view_id, event, origem: from, ...more }, { keepalive: true }).catch(() => undefined)
  }
  const since = () => now().getTime() - startedAt
  const log: ViewLog = {
    loaded: () => (load_ms ??= since()),
    rendered: () => tell('rendered', { render_ms: since(), ...(load_ms === undefined ? {} : { load_ms }) }),
    failed: () => tell('failed'),
    page: ({ name, displayName }) => tell('page', { page: name, page_name: displayName }),
  }
  return { tell, log }
}
