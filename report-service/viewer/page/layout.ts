// Computes the position of each visual of a page in pixels. Pure: it measures no elements.
// Three modes: the scaled canvas, the page's phone layout, or a single column if the page has no phone layout.
import type { Page, Position, Visual } from '../../report/definition.ts'
import { isSlicer } from '../state/view-state.ts'
import type { Settings, VisualPlacement } from '../state/settings.ts'

export type Box = { x: number; y: number; width: number; height: number }
export type Layout = {
  mode: 'canvas' | 'phone' | 'stack'
  width: number
  height: number
  /** Text scale. It follows the canvas scale within limits that keep text readable. */
  textScale: number
  boxes: { visual: Visual; box: Box }[]
}
export type Frame = { width: number; height: number }

/** The width in pixels below which a desktop canvas is unreadable, so that the page gets another layout. */
export const NARROW = 600
const PHONE_CANVAS = 324
const GAP = 12
/** Beyond this, cards and texts would stand in too much empty space. */
const STRETCH = 1.5

export function layOut(page: Page, settings: Settings, frame: Frame): Layout {
  const visibleVisuals = page.visuals.filter((visual) => !isHidden(page, visual, settings))
  const isPhone = settings.layout === 'phone' || (settings.layout === 'master' && frame.width < NARROW)
  if (isPhone)
    return page.mobile ? phoneLayout(visibleVisuals, page.mobile, settings, frame) : stackLayout(visibleVisuals, frame)
  return canvasLayout(page, visibleVisuals, settings, frame)
}

function placementOf(page: Page, visual: Visual, settings: Settings): VisualPlacement {
  if (settings.layout !== 'custom') return {}
  const placed = settings.placements[page.name]
  return { ...placed?.byDefault, ...placed?.visuals[visual.name] }
}

function isHidden(page: Page, visual: Visual, settings: Settings): boolean {
  if (isSlicer(visual) && !settings.showSlicers) return true
  return placementOf(page, visual, settings).isHidden ?? visual.isHidden
}

function canvasLayout(page: Page, visibleVisuals: Visual[], settings: Settings, frame: Frame): Layout {
  const isCustom = settings.layout === 'custom'
  const size = (isCustom ? settings.pageSize : null) ?? page
  const option = (isCustom ? settings.displayOption : null) ?? page.displayOption
  const { across, down } = fit(option, size, frame)
  const [wide, tall] = [settings.zoom * across, settings.zoom * down]
  const boxes = visibleVisuals.map((visual) => {
    const { x, y, width, height } = { ...visual.position, ...placementOf(page, visual, settings) }
    return { visual, box: { x: x * wide, y: y * tall, width: width * wide, height: height * tall } }
  })
  return {
    mode: 'canvas',
    width: size.width * wide,
    height: size.height * tall,
    textScale: Math.min(1.9, Math.max(0.82, Math.min(wide, tall))),
    boxes: inTabOrder(boxes),
  }
}

/**
 * Scale factors. `FitToPage` fills the frame: the longer side is stretched by at most `STRETCH`. Visuals draw themselves in any
 * proportion, so nothing is distorted.
 */
function fit(option: Page['displayOption'], size: Frame, frame: Frame): { across: number; down: number } {
  const byWidth = frame.width / size.width
  if (option === 'ActualSize') return { across: 1, down: 1 }
  if (option === 'FitToWidth') return { across: byWidth, down: byWidth }
  const byHeight = frame.height / size.height
  const min = Math.min(byWidth, byHeight)
  return { across: Math.min(byWidth, min * STRETCH), down: Math.min(byHeight, min * STRETCH) }
}

function phoneLayout(
  visibleVisuals: Visual[],
  places: Record<string, Position>,
  settings: Settings,
  frame: Frame,
): Layout {
  const scale = (Math.min(frame.width, NARROW) / PHONE_CANVAS) * settings.zoom
  const boxes = visibleVisuals.flatMap((visual) => {
    const place = places[visual.name]
    if (!place) return []
    const box = { x: place.x * scale, y: place.y * scale, width: place.width * scale, height: place.height * scale }
    return [{ visual: { ...visual, position: place }, box }]
  })
  const height = Math.max(0, ...boxes.map(({ box }) => box.y + box.height)) + GAP
  return {
    mode: 'phone',
    width: PHONE_CANVAS * scale,
    height,
    textScale: clampText(scale),
    boxes: inReadingOrder(boxes),
  }
}

/** One column: the figures first, then the slicers, and the rest in reading order. Two small visuals (cards, dropdown slicers) share a row if possible. */
function stackLayout(visibleVisuals: Visual[], frame: Frame): Layout {
  const width = Math.min(frame.width, NARROW)
  const inner = width - 2 * GAP
  const inOrder = inReadingOrder(visibleVisuals.map((visual) => ({ visual, box: visual.position })))
  const ordered = inOrder.toSorted((one, other) => rankOf(one.visual, inOrder) - rankOf(other.visual, inOrder))
  const boxes: Layout['boxes'] = []
  let y = GAP
  for (let index = 0; index < ordered.length; index += 1) {
    const visual = ordered[index]?.visual
    if (!visual) continue
    const next = ordered[index + 1]?.visual
    const height = stackHeight(visual, inner)
    const isPair = isHalf(visual) && next !== undefined && isHalf(next) && stackHeight(next, inner) === height
    const share = isPair ? (inner - GAP) / 2 : inner
    boxes.push({ visual, box: { x: GAP, y, width: share, height } })
    if (isPair) boxes.push({ visual: next, box: { x: GAP + share + GAP, y, width: share, height } })
    if (isPair) index += 1
    y += height + GAP
  }
  return { mode: 'stack', width, height: y, textScale: 1, boxes }
}

/** A text above everything else is the title of the page. */
function rankOf(visual: Visual, [first]: Layout['boxes']): number {
  if (visual === first?.visual && visual.type === 'textbox') return 0
  return isFigure(visual) ? 1 : isSlicer(visual) ? 2 : 3
}

const isFigure = (visual: Visual) => /^(card|kpi|cardVisual|gauge)$/.test(visual.type)
/** A KPI and a new card have more than one figure, and need the whole width. */
const isHalf = (visual: Visual) => visual.type === 'card' || isDropdown(visual)

const isDropdown = (visual: Visual) =>
  isSlicer(visual) && (visual.slicerMode === 'dropdown' || visual.slicerMode === 'relative')

function stackHeight(visual: Visual, width: number): number {
  if (visual.type === 'textbox') return textHeight(visual, width)
  if (isDropdown(visual)) return 68
  if (isSlicer(visual)) return visual.slicerMode === 'between' ? 120 : 220
  if (isFigure(visual)) return 96
  return /table/i.test(visual.type) ? 360 : 280
}

function textHeight(visual: Visual, width: number): number {
  const lines = (visual.text ?? []).map(({ runs }) => {
    const size = Math.max(12, ...runs.map((run) => (run.size ?? 11) * 1.34))
    const length = runs.reduce((sum, run) => sum + run.text.length, 0)
    return Math.ceil((length * size * 0.55) / width || 1) * size * 1.4
  })
  return Math.max(
    32,
    lines.reduce((sum, line) => sum + line, 8),
  )
}

const clampText = (scale: number) => Math.min(1.25, Math.max(0.95, scale))

function inTabOrder(boxes: Layout['boxes']): Layout['boxes'] {
  return boxes.toSorted(
    (one, other) => one.visual.position.tabOrder - other.visual.position.tabOrder || byPlace(one, other),
  )
}

function inReadingOrder(boxes: Layout['boxes']): Layout['boxes'] {
  return boxes.toSorted(byPlace)
}

function byPlace(one: Layout['boxes'][number], other: Layout['boxes'][number]): number {
  const sameRow = Math.abs(one.box.y - other.box.y) < Math.min(one.box.height, other.box.height) / 2
  return sameRow ? one.box.x - other.box.x : one.box.y - other.box.y
}
