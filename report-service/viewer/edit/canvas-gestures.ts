// Choosing, moving and resizing visuals on the page with the pointer and the keyboard. While a report is edited its visuals are inert, so
// a click chooses a visual and filters nothing.
import type { Box } from '../../report/edit-operations.ts'
import { h } from '../page/element.ts'
import { findPage, findVisual } from '../state/view-state.ts'
import type { EditTools } from './edit-tools.ts'

/** Positions are multiples of this, in units of the page. */
const GRID = 8
const SMALLEST = 40

type History = { undo: () => void; redo: () => void }

export function canvasGestures(root: HTMLElement, tools: EditTools, history: History) {
  const handle = h('div', { class: 'edit-handle', 'aria-hidden': 'true' })
  const listeners = new AbortController()
  const { signal } = listeners

  const elements = () => [...root.querySelectorAll<HTMLElement>('.canvas .visual[data-visual]')]
  const page = () => findPage(tools.answer().report, tools.viewing().state().page)
  const boxOf = (name: string): Box | null => findVisual(page(), name)?.position ?? null

  function decorate(): void {
    const isFocusLost = document.activeElement === null || document.activeElement === document.body
    for (const element of elements()) {
      const isChosen = element.dataset['visual'] === tools.chosen()
      element.tabIndex = 0
      element.classList.toggle('is-chosen', isChosen)
      for (const part of element.children) if (part instanceof HTMLElement && part !== handle) part.inert = true
      if (!isChosen) continue
      element.append(handle)
      if (isFocusLost) element.focus({ preventScroll: true })
    }
    if (tools.chosen() === null) handle.remove()
  }

  function place(visual: string, wanted: Box): void {
    const openPage = page()
    const present = boxOf(visual)
    if (!openPage || !present) return
    const box = within(wanted, openPage)
    if (same(box, present)) return
    tools.change({ kind: 'place', page: openPage.name, visual, box })
  }

  root.addEventListener(
    'pointerdown',
    (event) => {
      const target = event.target instanceof Element ? event.target : null
      const element = target?.closest<HTMLElement>('.canvas .visual[data-visual]') ?? null
      const name = element?.dataset['visual']
      if (element && name !== undefined) begin(event, { element, name, isResize: target === handle })
      else if (target?.closest('.canvas')) tools.choose(null)
    },
    { signal },
  )

  type Grip = { element: HTMLElement; name: string; isResize: boolean }

  function begin(event: PointerEvent, { element, name, isResize }: Grip): void {
    if (event.button !== 0) return
    tools.choose(name)
    element.focus({ preventScroll: true })
    const [openPage, box] = [page(), boxOf(name)]
    const canvas = element.closest<HTMLElement>('.canvas')
    if (!openPage || !box || !canvas) return
    const [wide, tall] = [canvas.clientWidth / openPage.width, canvas.clientHeight / openPage.height]
    const drag = new AbortController()
    const options = { signal: AbortSignal.any([signal, drag.signal]) }
    const boxAt = (now: PointerEvent): Box => {
      const [across, down] = [(now.clientX - event.clientX) / wide, (now.clientY - event.clientY) / tall]
      const { x, y, width, height } = box
      const moved = isResize
        ? { x, y, width: width + across, height: height + down }
        : { x: x + across, y: y + down, width, height }
      // A click that hardly moves is no drag.
      return Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) < 4
        ? box
        : within(snapped(moved), openPage)
    }
    window.addEventListener('pointermove', (now) => draw(element, boxAt(now), { wide, tall }), options)
    window.addEventListener(
      'pointerup',
      (now) => {
        drag.abort()
        place(name, boxAt(now))
      },
      options,
    )
    window.addEventListener(
      'pointercancel',
      () => {
        drag.abort()
        draw(element, box, { wide, tall })
      },
      options,
    )
  }

  window.addEventListener(
    'keydown',
    (event) => {
      const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement
      const isControl = event.ctrlKey || event.metaKey
      if (isControl && !isField && 'zy'.includes(event.key.toLowerCase()) && event.key.length === 1) {
        event.preventDefault()
        return event.key.toLowerCase() === 'y' || event.shiftKey ? history.redo() : history.undo()
      }
      const element = document.activeElement
      const name = element instanceof HTMLElement ? element.dataset['visual'] : undefined
      const [openPage, box] = [page(), name === undefined ? null : boxOf(name)]
      if (isControl || event.altKey || name === undefined || !openPage || !box) return
      if (event.key === 'Enter' || event.key === ' ') tools.choose(name)
      else if (event.key === 'Escape') tools.choose(null)
      else if (event.key === 'Delete' || event.key === 'Backspace')
        tools.change({ kind: 'removeVisual', page: openPage.name, visual: name })
      else {
        const moved = byKey(event, box)
        if (moved === null) return
        tools.choose(name)
        place(name, moved)
      }
      // The visual has keys of its own for readers.
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { signal, capture: true },
  )

  return { decorate, dispose: () => listeners.abort() }
}

function byKey({ key, shiftKey }: KeyboardEvent, { x, y, width, height }: Box): Box | null {
  const across = key === 'ArrowLeft' ? -GRID : key === 'ArrowRight' ? GRID : 0
  const down = key === 'ArrowUp' ? -GRID : key === 'ArrowDown' ? GRID : 0
  if (across === 0 && down === 0) return null
  return shiftKey
    ? { x, y, width: width + across, height: height + down }
    : { x: x + across, y: y + down, width, height }
}

const toGrid = (value: number) => Math.round(value / GRID) * GRID
const snapped = ({ x, y, width, height }: Box): Box => ({
  x: toGrid(x),
  y: toGrid(y),
  width: toGrid(width),
  height: toGrid(height),
})

/** The box inside the page, and not smaller than what can still be gripped. */
function within({ x, y, width, height }: Box, page: { width: number; height: number }): Box {
  const wide = Math.min(page.width, Math.max(SMALLEST, width))
  const tall = Math.min(page.height, Math.max(SMALLEST, height))
  return {
    x: Math.max(0, Math.min(page.width - wide, x)),
    y: Math.max(0, Math.min(page.height - tall, y)),
    width: wide,
    height: tall,
  }
}

const same = (one: Box, other: Box) =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height

function draw(
  element: HTMLElement,
  { x, y, width, height }: Box,
  { wide, tall }: { wide: number; tall: number },
): void {
  Object.assign(element.style, {
    left: `${x * wide}px`,
    top: `${y * tall}px`,
    width: `${width * wide}px`,
    height: `${height * tall}px`,
  })
}
