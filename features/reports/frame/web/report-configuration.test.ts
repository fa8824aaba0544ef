import { describe, expect, it, vi } from 'vitest'
import { hasBar, hasPageMenu, hostTheme, isPhoneLayout, reportConfiguration } from './report-configuration.ts'
import { contrastRatio } from '#platform/web/theme/contrast.ts'
import type { ThemeColours } from '#platform/web/theme/theme-tokens.ts'
import type { Opened } from './report-opened.ts'

const opened = (overrides: Partial<Opened>): Opened => ({
  id: 'r', name: 'R', description: null, group: 'G', subgroup: 'S', subgroup_id: 's', kind: 'powerbi', service_report_id: 'x',
  embed_url: 'https://app.powerbi.com/reportEmbed', trusted_origins: [], token: 't', expires_at: new Date(0), ends_in_ms: 1,
  pages: null, favourite: false, show_name: true, watermark: false, watermark_text: null, refresh_seconds: null, export: false, may_edit: false, allow_comments: true, default_view: null, show_page_navigation: true, show_hidden_pages: false, show_filter_pane: false,
  show_visual_headers: true, show_toolbar: true, show_mobile_background: true, filters: [], orientation: 'auto',
  recommended_resolution: null, save_filters: true, saved: null, last_update: null,
  maintenance_in_ms: null, ...overrides,
}) // prettier-ignore

const theme = { themeJson: { name: 'portal-light', brand: '#0f766e' } }

function configured(overrides: Partial<Opened>, innerWidth = 1280) {
  vi.stubGlobal('window', { innerWidth })
  try {
    return reportConfiguration(opened(overrides), 'pt-BR', theme)
  } finally {
    vi.unstubAllGlobals()
  }
}

const [custom, mobilePortrait] = [1, 2]
const [asDrawn, transparent] = [0, 1]

describe('the orientation of a report', () => {
  it('decides about the phone layout; automatic follows the width of the window', () => {
    const widths = [390, 1280]
    expect(widths.map((width) => isPhoneLayout({ orientation: 'auto' }, width))).toEqual([true, false])
    expect(widths.map((width) => isPhoneLayout({ orientation: 'portrait' }, width))).toEqual([true, true])
    expect(widths.map((width) => isPhoneLayout({ orientation: 'landscape' }, width))).toEqual([false, false])
  })

  it('requests from each service its phone layout, or the page as its author drew it', () => {
    const layout = (overrides: Partial<Opened>, width?: number) => configured(overrides, width).settings?.layoutType
    expect(layout({ orientation: 'portrait' })).toBe(mobilePortrait)
    expect(layout({ orientation: 'portrait', kind: 'local' })).toBe(mobilePortrait)
    expect(layout({ orientation: 'auto' }, 390)).toBe(mobilePortrait)
    expect(layout({ orientation: 'auto', kind: 'local' }, 390)).toBeUndefined()
    expect(layout({ orientation: 'landscape' }, 390)).toBeUndefined()
    expect(layout({ orientation: 'landscape', kind: 'local' }, 390)).toBe(custom)
  })
})

it('a phone layout shows the background of the report where the report says so, other layouts never', () => {
  expect(configured({}, 390).settings?.background).toBe(asDrawn)
  expect(configured({ show_mobile_background: false }, 390).settings?.background).toBe(transparent)
  expect(configured({}).settings?.background).toBe(transparent)
})

it('the publisher’s filters come first, and a saved filter on the same column does not replace them', () => {
  const target = { table: 'Sales', column: 'Country' }
  const other = { target: { table: 'Sales', column: 'City' }, values: ['Rio'] }
  const saved = { page: null, filters: [{ target, values: ['Chile'] }, other], slicers: [] }
  const filters = [{ ...target, operator: 'in' as const, values: ['Brazil'] }]
  expect(configured({ filters, saved }).filters).toMatchObject([{ target, values: ['Brazil'] }, other])
})

it('a report in a page of another site has a bar while at least one tool is left', () => {
  const context = { isEmbedded: true, hasWayBack: false, mayFillScreen: false }
  const bare = opened({ kind: 'local', show_toolbar: false })
  expect(hasBar(bare, context)).toBe(false)
  expect(hasBar(bare, { ...context, isEmbedded: false })).toBe(true)
  expect(hasBar(bare, { ...context, hasWayBack: true })).toBe(true)
  expect(hasBar(bare, { ...context, mayFillScreen: true })).toBe(true)
  expect(hasBar({ ...bare, show_toolbar: true }, context)).toBe(true)
  expect(hasBar({ ...bare, show_hidden_pages: true }, context)).toBe(true)
  expect(hasBar({ ...bare, kind: 'powerbi', pages: ['one'] }, context)).toBe(true)
})

it('the tools have a menu of pages only where the navigation of the report does not list them', () => {
  expect(hasPageMenu(opened({}))).toBe(false)
  expect(hasPageMenu(opened({ show_page_navigation: false }))).toBe(true)
  expect(hasPageMenu(opened({ show_page_navigation: false, show_toolbar: false }))).toBe(false)
  expect(hasPageMenu(opened({ show_hidden_pages: true, show_toolbar: false }))).toBe(true)
  expect(hasPageMenu(opened({ pages: ['one', 'two'] }))).toBe(true)
  expect(hasPageMenu(opened({ pages: ['one', 'two'], kind: 'local' }))).toBe(false)
})

it('panes, pages and headers of visuals are shown as the report says', () => {
  const shown = (overrides: Partial<Opened>) => {
    const { panes, visualSettings } = configured(overrides).settings ?? {}
    const [header] = visualSettings?.visualHeaders ?? []
    return [panes?.pageNavigation?.visible, panes?.filters?.visible, header?.settings.visible]
  }
  expect(shown({})).toEqual([true, false, true])
  expect(shown({ show_page_navigation: false })).toEqual([false, false, true])
  expect(shown({ show_filter_pane: true })).toEqual([true, true, true])
  expect(shown({ show_visual_headers: false })).toEqual([true, false, false])
})

it('a report has the brand as it is in the light scheme, and the shade of the portal’s own charts in the dark one', () => {
  const brandOf = (theme: ThemeColours, isDark: boolean) => hostTheme(theme, isDark).themeJson.brand
  expect(brandOf({}, false)).toBe('#0f766e')
  expect(brandOf({}, true)).toBe('#5cc9bc')
  const violet = { color_button: '#5b21b6' }
  expect(brandOf(violet, false)).toBe('#5b21b6')
  expect(contrastRatio(brandOf(violet, true), '#191d25')).toBeGreaterThanOrEqual(4.5)
})
