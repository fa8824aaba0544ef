// Stores the person's last page, filters and slicers shortly after they change, without blocking the report.
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react'
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

export type ReportMemory = {
  /** Receives the report's own changes. */
  watch: (report: Report) => void
  /** Sets the open page, which is stored at once, also when the person leaves. */
  turned: (page: string) => void
  /** What the report shows now; rejects before it has loaded. */
  read: () => Promise<Kept>
  /** Forgets the last state, here and at the server. */
  reset: () => Promise<void>
}

export function useReportMemory({ id, save_filters, saved, filters: decided }: Opened): ReportMemory {
  const report = useRef<Report>(null)
  /** By slicer, for every page that was opened; a report only knows the slicers of its present page. */
  const slicers = useRef(new Map<string, unknown>(saved?.slicers.map(({ visual, state }) => [visual, state])))
  const last = useRef<Kept>({
    reportId: id,
    filters: plain(saved?.filters ?? []),
    slicers: plain(saved?.slicers ?? []),
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { send, drop } = useSending()
  const changed = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (!report.current) return
      // State that cannot be read now is read with the next change.
      readState({ id, filters: decided }, report.current, slicers.current).then(
        (kept) => {
          last.current = kept
          if (save_filters) send(kept)
        },
        () => undefined,
      )
    }, settleMs)
  }, [decided, id, save_filters, send])
  useEffect(() => () => clearTimeout(timer.current), [])
  return useMemo(
    () => ({
      turned: (page: string) => {
        if (save_filters) send({ ...last.current, page })
        changed()
      },
      read: () => readNow(report, { id, filters: decided }, slicers.current),
      reset: async () => {
        clearTimeout(timer.current)
        drop()
        if (save_filters) await ask(saveFilters, { reportId: id, filters: [], slicers: [] })
      },
      watch: (opened: Report) => {
        report.current = opened
        for (const event of ['filtersApplied', 'dataSelected', 'bookmarkApplied']) opened.on(event, changed)
      },
    }),
    [changed, decided, drop, id, save_filters, send],
  )
}

async function readNow(
  report: RefObject<Report | null>,
  of: Pick<Opened, 'id' | 'filters'>,
  known: Map<string, unknown>,
): Promise<Kept> {
  if (report.current === null) throw new Error('The report has not loaded yet.')
  return readState(of, report.current, known)
}

/** Sends the newest state after a pause, and at once when the person leaves the report or the tab. */
function useSending(): { send: (kept: Kept) => void; drop: () => void } {
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
  return useMemo(() => {
    const drop = () => {
      clearTimeout(waiting.current?.timer)
      waiting.current = undefined
    }
    const send = (kept: Kept) => {
      drop()
      waiting.current = { kept, timer: setTimeout(now, pauseMs) }
    }
    return { send, drop }
  }, [now])
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
