// Keeps the person's last page, filters and slicers, a moment after they changed. Never in the way of the report.
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { Report } from 'powerbi-client'
import { ask } from '#platform/web/client/client.ts'
import { saveFilters } from '../contract.ts'
import type { Opened } from './report-stage.tsx'

const pauseMs = 1_500

/** `watch` hears a report's own changes; `changed` says that something changed elsewhere. */
export function useReportMemory({ id, save_filters }: Opened): {
  watch: (report: Report) => void
  changed: () => void
} {
  const report = useRef<Report>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const changed = useCallback(() => {
    if (!save_filters) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      // What cannot be kept now is kept with the next change.
      if (report.current) keep(id, report.current).catch(() => undefined)
    }, pauseMs)
  }, [id, save_filters])
  useEffect(() => () => clearTimeout(timer.current), [])
  return useMemo(
    () => ({
      changed,
      watch: (opened: Report) => {
        report.current = opened
        for (const event of ['filtersApplied', 'dataSelected', 'bookmarkApplied']) opened.on(event, changed)
      },
    }),
    [changed],
  )
}

async function keep(reportId: string, report: Report): Promise<void> {
  const page = await report.getActivePage()
  const [filters, visuals] = await Promise.all([report.getFilters(), page.getVisuals()])
  const slicers = visuals.filter(({ type }) => type === 'slicer')
  const states = await Promise.all(
    slicers.map(async (slicer) => ({ visual: slicer.name, state: await slicer.getSlicerState() })),
  )
  const set = states.filter(({ state }) => (state.filters ?? []).length > 0)
  await ask(saveFilters, { reportId, page: page.name, filters: plain(filters), slicers: plain(set) })
}

/** The SDK's filters are instances of its classes: on the wire they are plain values. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as never
