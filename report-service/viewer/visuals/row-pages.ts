// Shows the rows of a table page by page, for a screen that nobody scrolls. Next: whole-rows.ts (tables that people scroll).
import { h } from '../page/element.ts'
import type { Speech } from '../phrases/speech.ts'

/** First row of a page, and the row after its last one. */
export type RowPage = { from: number; until: number }

/** Splits rows into pages of at most `room` pixels. A row that is higher than the room has a page of its own. */
export function pagesOf(heights: readonly number[], room: number): RowPage[] {
  const pages: RowPage[] = []
  let [from, height] = [0, 0]
  for (const [at, next] of heights.entries()) {
    if (at > from && height + next > room) {
      pages.push({ from, until: at })
      ;[from, height] = [at, 0]
    }
    height += next
  }
  return from < heights.length ? [...pages, { from, until: heights.length }] : pages
}

/** A page can be read in this time. */
const MIN_SECONDS = 4

/** How long a page is shown, so that all pages are shown within `seconds`. */
export const secondsOfPage = (seconds: number, pages: number): number =>
  Math.max(MIN_SECONDS, seconds / Math.max(1, pages))

/** `seconds`: the time in which all rows are shown. `isTruncated`: the service has more rows than these. */
export type RowTurning = { seconds: number; speech: Speech; isTruncated: boolean }

export function createRowPages(host: HTMLElement) {
  const note = h('p', { class: 'row-pages' })
  let pages: RowPage[] = []
  let current = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let turning: RowTurning | null = null

  const regionOf = () => host.querySelector<HTMLElement>('.table-scroll')
  const rowsOf = (region: HTMLElement) => [...(region.querySelector('tbody')?.rows ?? [])]

  function show(next: RowTurning): void {
    turning = next
    const region = regionOf()
    const table = region?.querySelector('table')
    if (!region || !table) return
    host.classList.add('is-turning')
    for (const row of rowsOf(region)) row.hidden = false
    note.remove()
    region.style.height = ''
    const heights = rowsOf(region).map((row) => row.getBoundingClientRect().height)
    if (table.offsetHeight <= region.clientHeight) {
      pages = []
      return stop()
    }
    host.append(note)
    const ends = (table.tHead?.offsetHeight ?? 0) + (table.tFoot?.offsetHeight ?? 0)
    pages = pagesOf(heights, region.clientHeight - ends)
    current = Math.min(current, pages.length - 1)
    paint()
    if (timer === undefined) wait()
  }

  function paint(): void {
    const page = pages[current]
    const region = regionOf()
    if (!page || !region || !turning) return
    for (const [at, row] of rowsOf(region).entries()) row.hidden = at < page.from || at >= page.until
    const { speech, isTruncated } = turning
    const write = (count: number) => count.toLocaleString(speech.writing.locale)
    const count = rowsOf(region).length
    note.textContent = speech.say('rowsOfAll', {
      from: write(page.from + 1),
      to: write(page.until),
      count: isTruncated ? `${write(count)}+` : write(count),
    })
  }

  function wait(): void {
    if (!turning || pages.length < 2) return
    timer = setTimeout(turn, secondsOfPage(turning.seconds, pages.length) * 1_000)
  }

  /** A person who has moved the focus into the table reads this page. */
  function turn(): void {
    if (!host.contains(document.activeElement) && pages.length > 0) {
      current = (current + 1) % pages.length
      paint()
    }
    wait()
  }

  function stop(): void {
    clearTimeout(timer)
    timer = undefined
    current = 0
  }

  return {
    show,
    /** After a change of the host's size. */
    again: () => {
      if (turning) show(turning)
    },
    isOn: () => turning !== null,
    end: () => {
      stop()
      if (turning === null) return
      turning = null
      note.remove()
      host.classList.remove('is-turning')
      const region = regionOf()
      if (region) for (const row of rowsOf(region)) row.hidden = false
    },
  }
}
