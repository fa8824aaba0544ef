import { describe, expect, it } from 'vitest'
import { applySettings, DEFAULT_SETTINGS } from './settings.ts'

const apply = (change: unknown) => applySettings(DEFAULT_SETTINGS, change)

describe('settings', () => {
  it('override the current settings field by field', () => {
    const closed = apply({ panes: { filters: { visible: false }, pageNavigation: { visible: false, position: 1 } } })
    expect(closed).toMatchObject({ showFilters: false, showPages: false, pagesAt: 'left' })
    expect(applySettings(closed, { panes: { filters: { expanded: true } } })).toMatchObject({
      showFilters: false,
      filtersExpanded: true,
      showPages: false,
    })
  })
  it('support the old names, and the new names take precedence', () => {
    expect(apply({ navContentPaneEnabled: false, filterPaneEnabled: false })).toMatchObject({
      showPages: false,
      showFilters: false,
    })
    expect(apply({ navContentPaneEnabled: false, panes: { pageNavigation: { visible: true } } }).showPages).toBe(true)
  })
  it('limit the zoom', () => {
    expect([9, 0.01, 1.5, -1, 'x'].map((zoomLevel) => apply({ zoomLevel }).zoom)).toEqual([4, 0.25, 1.5, 1, 1])
  })
  it('hide all visuals except one for a single embedded visual', () => {
    const single = apply({
      layoutType: 1,
      customLayout: {
        pageSize: { type: 5, width: 600, height: 400 },
        displayOption: 1,
        pagesLayout: {
          p: {
            defaultLayout: { displayState: { mode: 1 } },
            visualsLayout: { v: { x: 1, displayState: { mode: 0 } } },
          },
        },
      },
    })
    expect(single).toMatchObject({
      layout: 'custom',
      pageSize: { width: 600, height: 400 },
      displayOption: 'FitToWidth',
    })
    expect(single.placements['p']).toEqual({ byDefault: { isHidden: true }, visuals: { v: { x: 1, isHidden: false } } })
    const moved = applySettings(single, { customLayout: { pagesLayout: { p: { visualsLayout: { v: { y: 2 } } } } } })
    expect(moved.placements['p']?.visuals['v']).toEqual({ x: 1, y: 2, isHidden: false })
  })
  it('disable commands', () => {
    const { disabledCommands } = apply({ commands: [{ exportData: { displayOption: 2 }, sort: { displayOption: 0 } }] })
    expect([...disabledCommands]).toEqual(['exportData'])
  })
  it('of invalid types change nothing', () => {
    expect([null, 'x', 5, []].map(apply)).toEqual(Array.from({ length: 4 }, () => DEFAULT_SETTINGS))
  })
})
