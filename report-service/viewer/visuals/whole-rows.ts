// Shortens the scrolling area of a table to whole rows, so that the total row never covers half a row.
import type { Drawing } from './renderer.ts'
import { createRowPages } from './row-pages.ts'

/** Call `fit` after each drawing. It also fits after each change of the host's size. On a screen that nobody scrolls, the rows turn instead. */
export function createRowFit(host: HTMLElement): { fit: (drawing: Drawing) => void; dispose: () => void } {
  const pages = createRowPages(host)

  function fit(): void {
    if (pages.isOn()) return pages.again()
    const region = host.querySelector<HTMLElement>('.table-scroll')
    const table = region?.querySelector('table')
    if (!region || !table) return
    region.style.height = ''
    const room = region.clientHeight
    if (table.offsetHeight <= room) return
    const head = table.tHead?.offsetHeight ?? 0
    const ends = head + (table.tFoot?.offsetHeight ?? 0)
    region.style.scrollPaddingTop = `${head}px`
    const rows = wholeRows(table.tBodies[0], room - ends)
    const scrollBar = region.offsetHeight - region.clientHeight
    if (rows > 0) region.style.height = `${ends + rows + scrollBar}px`
  }
  const observer = new ResizeObserver(fit)
  observer.observe(host)
  return {
    fit: ({ turnSeconds, speech, answer }) => {
      if (turnSeconds) return pages.show({ seconds: turnSeconds, speech, isTruncated: answer.truncated })
      pages.end()
      fit()
    },
    dispose: () => {
      pages.end()
      observer.disconnect()
    },
  }
}

/** Height in pixels of the rows that fit completely into `room`. */
function wholeRows(body: HTMLTableSectionElement | undefined, room: number): number {
  let height = 0
  for (const row of body?.rows ?? []) {
    const next = height + row.getBoundingClientRect().height
    if (next > room) break
    height = next
  }
  return height
}
