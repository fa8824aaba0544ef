// The scene of a page: one SVG that the PDF and the PNG are written from, with the positions, rows and words of the viewer. A band above the
// page says what is shown: report, page, filters, reader, and the time of the data.
import type { Page, ReportDefinition, ReportFilter } from '../report/definition.ts'
import { filterName, filterSummary } from '../viewer/page/filter-summary.ts'
import { layOut } from '../viewer/page/layout.ts'
import type { ViewerTheme } from '../viewer/page/theme.ts'
import type { Speech } from '../viewer/phrases/speech.ts'
import { restricts } from '../viewer/state/filters.ts'
import { DEFAULT_SETTINGS } from '../viewer/state/settings.ts'
import type { ViewState } from '../viewer/state/view-state.ts'
import { drawVisual, type Rows } from './draw-visual.ts'
import { cut, widthOf } from './fonts.ts'
import { FONT, escape, line, rect, tag } from './svg.ts'

export type Scene = { svg: string; width: number; height: number; title: string }

export type SceneContext = {
  report: ReportDefinition
  state: ViewState
  theme: ViewerTheme
  speech: Speech
  reader: string | null
  watermark: string | null
  refreshedAt: string
}

const BAND = 56
const MARGIN = 16
/** Limits of a page in pixels. A report file may say any size. */
const SIZE = { min: 100, max: 4_000 }

const bounded = (value: number): number =>
  Math.min(SIZE.max, Math.max(SIZE.min, Number.isFinite(value) ? value : SIZE.min))

/** `rowsOf`: the rows by the name of the visual. */
export function drawPage(page: Page, rowsOf: ReadonlyMap<string, Rows>, context: SceneContext): Scene {
  const { theme, state, speech } = context
  const [width, tall] = [bounded(page.width), bounded(page.height)]
  // The wide layout also for a narrow page: a file is no phone.
  const settings = { ...DEFAULT_SETTINGS, layout: 'custom' as const, displayOption: 'ActualSize' as const }
  const { boxes } = layOut(page, settings, { width, height: tall })
  const ordered = boxes.toSorted((one, other) => one.visual.position.z - other.visual.position.z)
  const visuals = ordered.map(({ visual, box }) =>
    drawVisual(
      visual,
      rowsOf.get(visual.name) ?? null,
      { ...box, y: box.y + BAND },
      { page: page.name, state, theme, speech },
    ),
  )
  const height = tall + BAND
  const content = [
    rect({ x: 0, y: 0, width, height }, { fill: theme.page }),
    band(page, width, context),
    ...visuals,
    context.watermark === null ? '' : watermark(context.watermark, theme, { width, height }),
  ]
  const svg = tag(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` },
    ...content,
  )
  return { svg, width, height, title: page.displayName }
}

function band(page: Page, width: number, { report, state, speech, theme, reader, refreshedAt }: SceneContext): string {
  const right = [
    reader === null ? '' : speech.say('exportedFor', { reader }),
    refreshedAt === '' ? '' : speech.say('dataOf', { time: timeIn(refreshedAt, speech.writing.locale) }),
  ]
  const rightWidth = Math.max(...right.map((text) => widthOf(text, 11)))
  const room = width - 2 * MARGIN - rightWidth - 20
  const title = `${report.name} · ${page.displayName}`
  const end = (text: string, y: number) =>
    line(text, width - MARGIN, y, { size: 11, color: theme.muted, anchor: 'end' })
  return [
    line(cut(title, room, 15, true), MARGIN, 24, { size: 15, color: theme.ink, bold: true }),
    line(cut(filterWords(filtersOf(state, page), speech), room, 11), MARGIN, 42, { size: 11, color: theme.muted }),
    end(right[0] ?? '', 24),
    end(right[1] ?? '', 42),
    rect({ x: 0, y: BAND - 2, width, height: 1 }, { fill: theme.line }),
  ].join('')
}

/** The filters that a reader may see: those of the report and of the page. Slicers show their own. */
function filtersOf(state: ViewState, page: Page): ReportFilter[] {
  const all = [...state.reportFilters, ...(state.pageFilters[page.name] ?? [])]
  return all.filter((filter) => restricts(filter) && filter.displaySettings?.isHiddenInViewMode !== true)
}

const filterWords = (filters: ReportFilter[], speech: Speech): string =>
  filters.map((filter) => `${filterName(filter)}: ${filterSummary(filter, speech)}`).join(' · ')

function timeIn(instant: string, locale: string): string {
  const time = new Date(instant)
  if (Number.isNaN(time.getTime())) return instant
  return `${new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' }).format(time)} UTC`
}

/** The text in slanted rows over the whole page, as the portal shows it over an open report. */
function watermark(text: string, { ink }: ViewerTheme, { width, height }: { width: number; height: number }): string {
  const [size, apart] = [16, 150]
  const step = Math.max(200, widthOf(text, size) + 80)
  const rows = Math.ceil(height / apart) + 1
  const columns = Math.ceil(width / step) + 1
  const marks = Array.from({ length: rows * columns }, (_, index) => {
    const [x, y] = [(index % columns) * step, Math.floor(index / columns) * apart + 90]
    const place = { transform: `translate(${x} ${y}) rotate(-24)`, 'font-family': FONT, 'font-size': size }
    return tag('text', { ...place, fill: ink, 'fill-opacity': 0.1 }, escape(text))
  })
  return marks.join('')
}
