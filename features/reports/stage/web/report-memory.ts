// Reads page, filters and slicers of an open report shortly after they change, and hands them to the outbox, which stores them.
// Next: report-states.ts, which binds it to a screen.
import type { Report } from 'powerbi-client'
import { isDecided, type Opened } from '#features/reports/frame/web/exports.tsx'
import { type ReportState, type StateOutbox, within } from './report-state-outbox.ts'

/** One click causes several events. */
export const settleMs = 200
/** A frame without an answer must not block what comes next. */
const readMs = 1_000

export type ReportMemory = {
  /** Receives the report's own changes. */
  watch: (report: Report) => void
  /** Sets the open page, which is sent at once. */
  turned: (page: string) => void
  /** What the report shows now; rejects before it has loaded. */
  read: () => Promise<ReportState>
  /** Reads a change that the report has just made: call it before the frame is removed. */
  settle: () => Promise<void>
  /** Forgets the last state, here and at the server. */
  reset: () => Promise<void>
  /**
   * `hear` receives the state after each change, also one that is not stored. The answer is to be called when the frame is gone: what the
   * report still answers is stored, but belongs to no screen.
   */
  follow: (hear: (state: ReportState) => void) => () => void
}

type MemoryGround = {
  opened: Pick<Opened, 'id' | 'save_filters' | 'saved' | 'filters'>
  outbox: Pick<StateOutbox, 'put' | 'putNow' | 'stored' | 'drop'>
  /** Deletes the state at the server. */
  forget: () => Promise<unknown>
}

export function makeReportMemory({ opened, outbox, forget }: MemoryGround): ReportMemory {
  const { id, save_filters, saved } = opened
  let report: Report | null = null
  /** By slicer, for every page that was opened; a report only knows the slicers of its present page. */
  const slicers = new Map<string, unknown>(saved?.slicers.map(({ visual, state }) => [visual, state]))
  let last: ReportState = {
    reportId: id,
    page: saved?.page ?? undefined,
    filters: plain(saved?.filters ?? []),
    slicers: plain(saved?.slicers ?? []),
  }
  /** The page of the last event. */
  let turnedTo: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let reading = Promise.resolve()
  let heard: ((state: ReportState) => void) | null = null
  /** Reads are numbered. An answer with a lower number than this is out of date. */
  let newest = 0
  let started = 0

  async function read(): Promise<ReportState> {
    if (report === null) throw new Error('The report has not loaded yet.')
    const state = await readState(opened, report, slicers)
    // The page may have been turned while the report answered.
    return { ...state, page: turnedTo ?? state.page }
  }

  function readChange(): void {
    stopTimer()
    const number = ++started
    reading = read().then(
      (state) => {
        if (number < newest) return
        newest = number
        const isKnown = JSON.stringify(state) === JSON.stringify(last)
        last = state
        heard?.(state)
        if (save_filters && !isKnown) outbox.put(state)
      },
      // State that cannot be read now is read with the next change.
      () => undefined,
    )
  }

  function changed(): void {
    stopTimer()
    timer = setTimeout(readChange, settleMs)
  }

  function stopTimer(): void {
    clearTimeout(timer)
    timer = undefined
  }

  return {
    watch: (loading) => {
      report = loading
      for (const event of ['filtersApplied', 'dataSelected', 'bookmarkApplied']) loading.on(event, changed)
    },
    turned: (page) => {
      turnedTo = page
      last = { ...last, page }
      heard?.(last)
      if (save_filters) outbox.putNow(last)
      changed()
    },
    read,
    settle: () => {
      if (timer !== undefined) readChange()
      return within(readMs, reading)
    },
    reset: async () => {
      stopTimer()
      // A read that has begun answers with what is forgotten.
      newest = started + 1
      if (!save_filters) return
      // A state that is on the way must not arrive after the reset.
      await outbox.drop(id)
      try {
        await forget()
      } catch (error) {
        // The report stays as it is.
        outbox.put(last)
        throw error
      }
    },
    follow: (hear) => {
      heard = hear
      return () => {
        heard = null
        stopTimer()
        // Nothing more changes: the pause is over.
        void outbox.stored(id)
      }
    },
  }
}

async function readState(
  { id: reportId, filters: decidedFilters }: Pick<Opened, 'id' | 'filters'>,
  report: Report,
  known: Map<string, unknown>,
): Promise<ReportState> {
  const page = await report.getActivePage()
  const [filters, visuals] = await Promise.all([report.getFilters(), page.getVisuals()])
  for (const slicer of visuals.filter(({ type }) => type === 'slicer')) {
    const state = await slicer.getSlicerState()
    if ((state.filters ?? []).length > 0) known.set(slicer.name, state)
    else known.delete(slicer.name)
  }
  // The publisher's filters come with the report.
  const own = filters.filter((filter) => !isDecided(filter, decidedFilters))
  const slicers = [...known].map(([visual, state]) => ({ visual, state }))
  return { reportId, page: page.name, filters: plain(own), slicers: plain(slicers) }
}

/** The SDK's filters are instances of its classes; the wire has plain values. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as never
