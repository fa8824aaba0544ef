import { describe, expect, it } from 'vitest'
import { SAMPLE_REPORT } from '../testing/sample-report.ts'
import { applySettings, DEFAULT_SETTINGS } from '../state/settings.ts'
import { layOut } from './layout.ts'

const [page] = SAMPLE_REPORT.pages
if (!page) throw new Error('no page')
const boxOf = (layout: ReturnType<typeof layOut>, name: string) =>
  layout.boxes.find(({ visual }) => visual.name === name)?.box

describe('layout', () => {
  it('scales the canvas to fit width and height of the frame', () => {
    const layout = layOut(page, DEFAULT_SETTINGS, { width: 640, height: 360 })
    expect(layout).toMatchObject({ mode: 'canvas', width: 640, height: 360 })
    expect(boxOf(layout, 'total')).toEqual({ x: 12, y: 44, width: 148, height: 46 })
  })
  it.each([
    ['a taller frame', { width: 1280, height: 900 }, { width: 1280, height: 900 }],
    ['a wider frame', { width: 1440, height: 720 }, { width: 1440, height: 720 }],
    [
      'a very tall frame, up to half more than its proportions',
      { width: 640, height: 720 },
      { width: 640, height: 540 },
    ],
  ])('fills %s, and keeps the text size of the shorter side', (_, frame, size) => {
    const layout = layOut(page, DEFAULT_SETTINGS, frame)
    expect(layout).toMatchObject(size)
    expect(layout.textScale).toBe(Math.max(0.82, Math.min(frame.width / 1280, frame.height / 720)))
  })
  it('has no slicers on a screen that nobody touches', () => {
    const slicers = (settings: typeof DEFAULT_SETTINGS) =>
      layOut(page, settings, { width: 640, height: 360 }).boxes.filter(({ visual }) => visual.type === 'slicer')
    expect(slicers(DEFAULT_SETTINGS).length).toBeGreaterThan(0)
    expect(slicers(applySettings(DEFAULT_SETTINGS, { slicerPanes: { visible: false } }))).toEqual([])
  })
  it('does not stretch a page that the author shows in its own size', () => {
    const frame = { width: 1280, height: 900 }
    expect(layOut({ ...page, displayOption: 'ActualSize' }, DEFAULT_SETTINGS, frame)).toMatchObject({ height: 720 })
    expect(layOut({ ...page, displayOption: 'FitToWidth' }, DEFAULT_SETTINGS, frame)).toMatchObject({ height: 720 })
  })
  it('scales by width only for FitToWidth, multiplied by the zoom', () => {
    const wide = layOut(
      { ...page, displayOption: 'FitToWidth' },
      { ...DEFAULT_SETTINGS, zoom: 2 },
      { width: 1280, height: 300 },
    )
    expect(wide).toMatchObject({ width: 2560, height: 1440 })
  })
  it('keeps text readable on a small canvas', () => {
    expect(layOut(page, DEFAULT_SETTINGS, { width: 610, height: 300 }).textScale).toBeGreaterThan(0.8)
  })
  it('uses the phone layout in a narrow frame, with only its own visuals', () => {
    const place = { x: 0, y: 10, z: 0, width: 324, height: 100, tabOrder: 0 }
    const layout = layOut({ ...page, mobile: { total: place } }, DEFAULT_SETTINGS, { width: 324, height: 700 })
    expect(layout.mode).toBe('phone')
    expect(layout.boxes.map(({ visual, box }) => [visual.name, box])).toEqual([
      ['total', { x: 0, y: 10, width: 324, height: 100 }],
    ])
  })
  it('stacks all visuals in reading order if the page has no phone layout, with two cards per row and without overlap', () => {
    const layout = layOut(page, DEFAULT_SETTINGS, { width: 390, height: 700 })
    expect(layout.mode).toBe('stack')
    expect(layout.boxes).toHaveLength(page.visuals.length)
    expect(boxOf(layout, 'total')?.y).toBe(boxOf(layout, 'units')?.y)
    for (const [at, { box }] of layout.boxes.entries()) {
      expect(box.x + box.width).toBeLessThanOrEqual(390 - 12)
      const next = layout.boxes[at + 1]?.box
      expect(!next || next.y >= box.y + box.height || next.x >= box.x + box.width).toBe(true)
    }
  })
  it('stacks the figures first, then the slicers, then the rest, below the title of the page', () => {
    const layout = layOut(page, DEFAULT_SETTINGS, { width: 390, height: 700 })
    const ranks = layout.boxes.map(({ visual: { type } }, at) =>
      type === 'textbox' && at === 0 ? 0 : /^(card|kpi)/.test(type) ? 1 : /slicer/i.test(type) ? 2 : 3,
    )
    expect(new Set(ranks).size).toBeGreaterThan(2)
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other))
  })
  it('shows a single embedded visual in the size given by the host', () => {
    const settings = applySettings(DEFAULT_SETTINGS, {
      layoutType: 1,
      customLayout: {
        pageSize: { type: 5, width: 400, height: 300 },
        displayOption: 0,
        pagesLayout: {
          overview: {
            defaultLayout: { displayState: { mode: 1 } },
            visualsLayout: { total: { displayState: { mode: 0 }, x: 0, y: 0, width: 400, height: 300 } },
          },
        },
      },
    })
    const layout = layOut(page, settings, { width: 400, height: 300 })
    expect(layout.boxes.map(({ visual, box }) => [visual.name, box])).toEqual([
      ['total', { x: 0, y: 0, width: 400, height: 300 }],
    ])
  })
})
