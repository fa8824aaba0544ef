// Stores the person's last page, filters and slicers shortly after they change, without blocking the report.
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { Report } from 'powerbi-client'
import type { SentOf } from '#platform/contract/call.ts'
import { ask } from '#platform/web/client/client.ts'
import { saveFilters } from '../contract.ts'
import { isDecided } from './report-filters.ts'
import type { Opened } from './report-opened.ts'

/** One click causes several events. */
const settleMs = 200
const pauseMs = 1_300

type Kept = SentOf<typeof saveFilters>

/** `watch` receives the report's own changes; `turned` sets the open page, which is stored at once, also when the person leaves. */
export function useReportMemory({ id, save_filters, saved, filters: decided }: Opened): {
  watch: (report: Report) => void
  turned: (page: string) => void
} {
  const report = useRef<Report>(null)
  /** By slicer, for every page that was opened; a report only knows the slicers of its present page. */
  const slicers = useRef(new Map<string, unknown>(saved?.slicers.map(({ visual, state }) => [visual, state])))
  const last = useRef<Kept>({
    reportId: id,
    filters: plain(saved?.filters ?? []),
    slicers: plain(saved?.slicers ?? []),
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const send = useSending()
  const changed = useCallback(() => {
    if (!save_filters) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (!report.current) return
      // State that cannot be read now is read with the next change.
      readState({ id, filters: decided }, report.current, slicers.current).then(
        (kept) => {
          last.current = kept
          send(kept)
        },
        () => undefined,
      )
    }, settleMs)
  }, [decided, id, save_filters, send])
  useEffect(() => () => clearTimeout(timer.current), [])
  return useMemo(
    () => ({
      turned: (page: string) => {
        if (!save_filters) return
        send({ ...last.current, page })
        changed()
      },
      watch: (opened: Report) => {
        report.current = opened
        for (const event of ['filtersApplied', 'dataSelected', 'bookmarkApplied']) opened.on(event, changed)
      },
    }),
    [changed, save_filters, send],
  )
}

/** Sends the newest state after a pause, and at once when the person leaves the report or the tab. */
function useSending(): (kept: Kept) => void {
  const waiting = useRef<{ kept: Kept; timer: ReturnType<typeof setTimeout> }>(undefined)
  const now = useCallback(() => {
    if (!waiting.current) return
    const { kept, timer } = waiting.current
    clearTimeout(timer)
    waiting.current = undefined
    ask(saveFilters, kept, { keepalive: true }).catch(() => undefined)
  }, [])
  useEffect(() => {
    window.addEventListener('pagehide', now)
    return () => {
      window.removeEventListener('pagehide', now)
      now()
    }
  }, [now])
  return useCallback(
    (kept) => {
      clearTimeout(waiting.current?.timer)
      waiting.current = { kept, timer: setTimeout(now, pauseMs) }
    },
    [now],
  )
}

async function readState(
  { id: reportId, filters: decided }: Pick<Opened, 'id' | 'filters'>,
  report: Report,
  known: Map<string, unknown>,
): Promise<Kept> {
  const page = await report.getActivePage()
  const [filters, visuals] = await Promise.all([report.getFilters(), page.getVisuals()])
  for (const slicer of visuals.filter(({ type }) => type === 'slicer')) {
    const state = await slicer.getSlicerState()
    if ((state.filters ?? []).length > 0) known.set(slicer.name, state)
    else known.delete(slicer.name)
  }
  // The publisher's filters come with the report.
  const own = filters.filter((filter) => !isDecided(filter, decided))
  const slicers = [...known].map(([visual, state]) => ({ visual, state }))
  return { reportId, page: page.name, filters: plain(own), slicers: plain(slicers) }
}

/** The SDK's filters are instances of its classes; the wire has plain values. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as never
