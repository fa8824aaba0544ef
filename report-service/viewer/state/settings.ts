// The host's `ISettings`, reduced to the settings that this viewer supports. Others are accepted and ignored.
import { isRecord } from '../protocol/envelope.ts'

export type VisualPlacement = {
  x?: number
  y?: number
  z?: number
  width?: number
  height?: number
  isHidden?: boolean
}
export type Settings = {
  showPages: boolean
  pagesAt: 'bottom' | 'left'
  showFilters: boolean
  filtersExpanded: boolean
  /** Zoom factor. 1 is the size that fits the frame. */
  zoom: number
  layout: 'master' | 'custom' | 'phone'
  /** Only used by the custom layout. */
  displayOption: 'FitToPage' | 'FitToWidth' | 'ActualSize' | null
  pageSize: { width: number; height: number } | null
  placements: Record<string, { byDefault: VisualPlacement; visuals: Record<string, VisualPlacement> }>
  transparent: boolean
  showHeaders: boolean
  /** False on a screen that nobody touches: the filter line then says in words what the slicers have chosen. An extension of the SDK. */
  showSlicers: boolean
  hideErrors: boolean
  visualRenderedEvents: boolean
  /** Menu commands disabled by the host: `exportData`, `sort`, `seeData`, `spotlight`, … */
  disabledCommands: ReadonlySet<string>
  /** Seconds in which a table shows all its rows page by page, on a screen that nobody scrolls; null otherwise. An extension of the SDK. */
  turnSeconds: number | null
  language: string | null
  formatLocale: string | null
}

export const DEFAULT_SETTINGS: Settings = {
  showPages: true,
  pagesAt: 'bottom',
  showFilters: true,
  filtersExpanded: false,
  zoom: 1,
  layout: 'master',
  displayOption: null,
  pageSize: null,
  placements: {},
  transparent: false,
  showHeaders: true,
  showSlicers: true,
  hideErrors: false,
  visualRenderedEvents: false,
  disabledCommands: new Set(),
  turnSeconds: null,
  language: null,
  formatLocale: null,
}

/** Applies a partial `ISettings` to the current settings. Missing values and values of a wrong type change nothing. */
export function applySettings(present: Settings, change: unknown): Settings {
  if (!isRecord(change)) return present
  const panes = record(change['panes'])
  const navigation = record(panes['pageNavigation'])
  const filters = record(panes['filters'])
  const locale = record(change['localeSettings'])
  return {
    ...present,
    showPages: flag(navigation['visible']) ?? flag(change['navContentPaneEnabled']) ?? present.showPages,
    pagesAt: navigation['position'] === 1 ? 'left' : navigation['position'] === 0 ? 'bottom' : present.pagesAt,
    showFilters: flag(filters['visible']) ?? flag(change['filterPaneEnabled']) ?? present.showFilters,
    filtersExpanded: flag(filters['expanded']) ?? present.filtersExpanded,
    zoom: zoomOf(change['zoomLevel']) ?? present.zoom,
    transparent: typeof change['background'] === 'number' ? change['background'] === 1 : present.transparent,
    hideErrors: flag(change['hideErrors']) ?? present.hideErrors,
    visualRenderedEvents: flag(change['visualRenderedEvents']) ?? present.visualRenderedEvents,
    showHeaders: headersShown(change['visualSettings']) ?? present.showHeaders,
    showSlicers: flag(record(change['slicerPanes'])['visible']) ?? present.showSlicers,
    disabledCommands: disabledCommands(change['commands']) ?? present.disabledCommands,
    turnSeconds: secondsOf(change['turnTables']) ?? present.turnSeconds,
    language: text(locale['language']) ?? present.language,
    formatLocale: text(locale['formatLocale']) ?? present.formatLocale,
    ...layoutOf(present, change),
  }
}

/** Limits `zoomLevel` to the range of Power BI. */
function zoomOf(value: unknown): number | null {
  return typeof value === 'number' && value > 0 ? Math.min(4, Math.max(0.25, value)) : null
}

/** `{ seconds }`, within the limits of a slide. */
function secondsOf(value: unknown): number | null {
  const { seconds } = record(value)
  return typeof seconds === 'number' && seconds > 0 ? Math.min(3_600, Math.max(1, seconds)) : null
}

const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function headersShown(value: unknown): boolean | null {
  const headers = record(value)['visualHeaders']
  if (!Array.isArray(headers)) return null
  // Entries with a selector are for single visuals; the one without a selector is for all.
  const general = headers.map(record).find((entry) => entry['selector'] === undefined)
  return flag(record(general?.['settings'])['visible'])
}

function disabledCommands(value: unknown): ReadonlySet<string> | null {
  if (!Array.isArray(value)) return null
  const entries = value.flatMap((entry) => Object.entries(record(entry)))
  return new Set(entries.filter(([, setting]) => Number(record(setting)['displayOption']) > 0).map(([name]) => name))
}

const LAYOUTS: Readonly<Record<number, Settings['layout']>> = { 0: 'master', 1: 'custom', 2: 'phone', 3: 'phone' }
const DISPLAY_OPTIONS = ['FitToPage', 'FitToWidth', 'ActualSize'] as const

type Layout = Pick<Settings, 'layout' | 'displayOption' | 'pageSize' | 'placements'>
function layoutOf(present: Settings, change: Record<string, unknown>): Layout {
  const layout = LAYOUTS[Number(change['layoutType'] ?? Number.NaN)] ?? present.layout
  const custom = record(change['customLayout'])
  const size = record(custom['pageSize'])
  const { width, height } = size
  const isSized = typeof width === 'number' && typeof height === 'number' && width > 0 && height > 0
  return {
    layout,
    displayOption: DISPLAY_OPTIONS[Number(custom['displayOption'] ?? Number.NaN)] ?? present.displayOption,
    pageSize: isSized ? { width, height } : present.pageSize,
    placements: { ...present.placements, ...placementsOf(custom['pagesLayout'], present.placements) },
  }
}

function placementsOf(value: unknown, present: Settings['placements']): Settings['placements'] {
  const pages = Object.entries(record(value)).map(([page, layout]) => {
    const before = present[page]
    const visuals = Object.entries(record(record(layout)['visualsLayout']))
    const moved = visuals.map(([name, place]) => [name, { ...before?.visuals[name], ...placementOf(place) }])
    return [
      page,
      {
        byDefault: { ...before?.byDefault, ...placementOf(record(layout)['defaultLayout']) },
        visuals: { ...before?.visuals, ...Object.fromEntries(moved) },
      },
    ]
  })
  return Object.fromEntries(pages)
}

function placementOf(value: unknown): VisualPlacement {
  const layout = record(value)
  const mode = record(layout['displayState'])['mode']
  const sizes = (['x', 'y', 'z', 'width', 'height'] as const).flatMap((side) => {
    return typeof layout[side] === 'number' ? [[side, layout[side]]] : []
  })
  return { ...Object.fromEntries(sizes), ...(typeof mode === 'number' ? { isHidden: mode === 1 } : {}) }
}
