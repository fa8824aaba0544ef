import { expect, it, vi } from 'vitest'
import { slideConfiguration } from './playlist-slide-configuration.ts'

const theme = { themeJson: { name: 'portal-light', brand: '#0f766e' } }
const [custom, mobilePortrait] = [1, 2]
type Opened = Parameters<typeof slideConfiguration>[0]['opened']

function configured(
  given: Partial<Opened>,
  innerWidth = 1920,
  filters = [] as { table: string; column: string; values: string[] }[],
  isScreen = false,
) {
  vi.stubGlobal('window', { innerWidth })
  const opened: Opened = {
    kind: 'local',
    pages: null,
    filters: [],
    orientation: 'auto',
    show_visual_headers: true,
    ...given,
  }
  try {
    return slideConfiguration({ item: { filters, seconds: 30 }, page: null, opened, isScreen }, 'pt-BR', theme)
  } finally {
    vi.unstubAllGlobals()
  }
}

it('a slide has the layout of its report, on both services', () => {
  const layout = (overrides: Partial<Opened>, width?: number) => configured(overrides, width).settings?.layoutType
  expect(layout({ orientation: 'portrait' })).toBe(mobilePortrait)
  expect(layout({ orientation: 'portrait', kind: 'powerbi' })).toBe(mobilePortrait)
  expect(layout({ orientation: 'landscape' }, 390)).toBe(custom)
  expect(layout({ orientation: 'auto', kind: 'powerbi' }, 390)).toBe(mobilePortrait)
  expect(layout({ orientation: 'auto', kind: 'powerbi' })).toBeUndefined()
  expect(layout({ orientation: 'auto' })).toBeUndefined()
})

it('a long table turns its rows within the time of the slide, in the embedded service', () => {
  const turning = (kind: Opened['kind']) => configured({ kind }).settings
  expect(turning('local')).toMatchObject({ turnTables: { seconds: 30 } })
  expect(turning('powerbi')).not.toHaveProperty('turnTables')
})

it('a screen that nobody touches has no slicers, in the embedded service; a person who presents has them', () => {
  const slicers = (kind: Opened['kind'], isScreen: boolean) => configured({ kind }, 1920, [], isScreen).settings
  expect(slicers('local', true)).toMatchObject({ slicerPanes: { visible: false } })
  expect(slicers('local', false)).not.toHaveProperty('slicerPanes')
  expect(slicers('powerbi', true)).not.toHaveProperty('slicerPanes')
})

it('filters of an item come after those of the publisher, and replace none', () => {
  const target = { table: 'Sales', column: 'Country' }
  const filters = [{ ...target, operator: 'in' as const, values: ['Brazil'] }]
  const own = [
    { ...target, values: ['Chile'] },
    { table: 'Date', column: 'Year', values: ['2012'] },
  ]
  expect(configured({ filters }, 1920, own).filters).toMatchObject([
    { target, values: ['Brazil'] },
    { target: { table: 'Date', column: 'Year' }, values: [2012] },
  ])
})

it('a value of a filter is a number only if it is written as one', () => {
  const own = [{ table: 'Store', column: 'Code', values: ['007', '0', '-2.50', 'NaN', '1e3'] }]
  expect(configured({}, 1920, own).filters).toMatchObject([{ values: ['007', 0, -2.5, 'NaN', '1e3'] }])
})
