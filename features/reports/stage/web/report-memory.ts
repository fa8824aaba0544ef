// Reads page, filters and slicers of an open report shortly after they change, and hands them to the outbox, which stores them.
// Next: report-states.ts, which binds it to a screen.
import type { Report } from 'powerbi-client'
import { isDecided, type Opened } from '#features/reports/frame/web/exports.tsx'
import { type ReportState, type StateOutbox, within } from './report-state-outbox.ts'

/** Milliseconds after an event before the state is read again, because one click causes several events. */
export const settleMs = 200
/** Maximum milliseconds to wait for the frame, so that one without an answer does not block the next steps. */
export const readMs = 2_000

export type ReportMemory = {
  /** Starts to follow the changes of a report. */
  watch: (report: Report) => void
  /** Sets the open page, and sends the state at once. */
  turned: (page: string) => void
  /** Reads the state that the report shows now; rejects until it has loaded. */
  read: () => Promise<ReportState>
  /** Reads a change that the report has just made. It must be called before the frame is removed. */
  settle: () => Promise<void>
  /** Deletes the last state, in the browser and at the server. */
  reset: () => Promise<void>
  /**
   * `hear` receives the state after each change, including states that are not stored. The returned function must be called when the frame
   * is removed: what the report answers later is stored, but is passed to no screen.
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
  let hasLoaded = false
  /** The state of each slicer, for every page that was opened, because a report only knows the slicers of its present page. */
  const slicers = new Map<string, unknown>(saved?.slicers.map(({ visual, state }) => [visual, state]))
  let last: ReportState = {
    reportId: id,
    page: saved?.page ?? undefined,
    filters: plain(saved?.filters ?? []),
    slicers: plain(saved?.slicers ?? []),
  }
  /** The page of the last page event. */
  let turnedTo: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let reading = Promise.resolve()
  let heard: ((state: ReportState) => void) | null = null
  /** The number of the newest read. The answer of an earlier read is ignored. */
  let newest = 0
  let started = 0

  async function read(): Promise<ReportState> {
    if (report === null) throw new Error('The report has not loaded yet.')
    const state = await readState(opened, report, slicers)
    // The reader may have changed the page while the report answered.
    return { ...state, page: turnedTo ?? state.page }
  }

  function readChange(): void {
    stopTimer()
    readNow()
  }

  function readNow(): void {
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
    // Read at once as well: a page that is closed before the pause ends can wait for no answer.
    if (timer === undefined) readNow()
    stopTimer()
    timer = setTimeout(readChange, settleMs)
  }

  function stopTimer(): void {
    clearTimeout(timer)
    timer = undefined
  }

  /**
   * Resolves when the events that the frame has sent until now have arrived: it sends them before its answer. A frame that has not loaded
   * has no change to tell, and may never answer.
   */
  async function hearEvents(): Promise<void> {
    if (hasLoaded) await report?.getActivePage()
  }

  return {
    watch: (loading) => {
      report = loading
      loading.on('loaded', () => (hasLoaded = true))
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
      const settled = async () => {
        await hearEvents().catch(() => undefined)
        if (timer !== undefined) readChange()
        await reading
      }
      return within(readMs, settled())
    },
    reset: async () => {
      stopTimer()
      // The answer of a running read would contain the deleted state, so a higher number makes it outdated.
      newest = started + 1
      if (!save_filters) return
      // A state that is being sent must not arrive at the server after the reset.
      await outbox.drop(id)
      try {
        await forget()
      } catch (error) {
        // The reset failed and the report keeps its state, so the state is stored again.
        outbox.put(last)
        throw error
      }
    },
    follow: (hear) => {
      heard = hear
      return () => {
        heard = null
        stopTimer()
        // No further change can follow, so the state is sent without the pause.
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
  const shown = visuals.filter(({ type }) => type === 'slicer')
  const states = await Promise.all(shown.map(async (slicer) => [slicer.name, await slicer.getSlicerState()] as const))
  for (const [name, state] of states) {
    if ((state.filters ?? []).length > 0) known.set(name, state)
    else known.delete(name)
  }
  // The publisher's filters are not stored, because they come with the report.
  const own = filters.filter((filter) => !isDecided(filter, decidedFilters))
  const slicers = [...known].map(([visual, state]) => ({ visual, state }))
  return { reportId, page: page.name, filters: plain(own), slicers: plain(slicers) }
}

/** Converts instances of the SDK's filter classes into plain values for the wire. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as never
