// Draws one visual of a page: its frame, its title, and what its kind shows. What cannot be drawn is a sentence in the frame, never blank.
import type { Visual } from '../report/definition.ts'
import type { VisualAnswer } from '../report/viewer-calls.ts'
import { failureText } from '../viewer/page/failure-text.ts'
import type { Box } from '../viewer/page/layout.ts'
import type { ViewerTheme } from '../viewer/page/theme.ts'
import { showsTitle, titleOf } from '../viewer/page/visual-title.ts'
import { NO_ROWS } from '../viewer/page/visual-rows.ts'
import type { Speech } from '../viewer/phrases/speech.ts'
import { isSlicer, visualKey, type ViewState } from '../viewer/state/view-state.ts'
import { kindOf } from '../viewer/visuals/registry.ts'
import type { Drawing } from '../viewer/visuals/renderer.ts'
import { drawCard, drawKpi } from './draw-card.ts'
import { drawChart } from './draw-chart.ts'
import { drawMatrix, drawTable, moreRowsLine } from './draw-table.ts'
import { drawNotice, drawSlicer, drawText } from './draw-text.ts'
import { cut, widthOf } from './fonts.ts'
import { line, rect, tag } from './svg.ts'

/** The rows of a visual; an error: why there are none; null: its kind has no rows. */
export type Rows = VisualAnswer | Error | null

export type VisualContext = { page: string; state: ViewState; theme: ViewerTheme; speech: Speech }

const PADDING = { top: 10, side: 14, bottom: 12 }
const TITLE = 24
/** The sentence below a title. */
const SUBTITLE = { size: 11.5, height: 18 }
/** A card that is wider than this multiple of its height has its title beside the figure, as in the viewer. */
const FLAT = 3.4

export function drawVisual(visual: Visual, rows: Rows, box: Box, context: VisualContext): string {
  const { theme, speech, state } = context
  const title = titleOf(visual, speech)
  if (visual.type === 'shape' || visual.type === 'basicShape') return rect(box, { rx: 9, fill: theme.line })
  const drawing: Drawing = {
    visual: { ...visual, title },
    speech,
    theme,
    textScale: 1,
    answer: rows === null || rows instanceof Error ? NO_ROWS : rows,
    highlighted: null,
    values: null,
    picked: [],
    sort: state.sorts[visualKey(context.page, visual.name)] ?? null,
    slicer: state.slicers[visualKey(context.page, visual.name)] ?? [],
    isNarrow: false,
  }
  if (visual.type === 'textbox' && !visual.unread) return drawText(drawing, box)
  const frame = rect(
    { x: box.x + 0.5, y: box.y + 0.5, width: box.width - 1, height: box.height - 1 },
    { rx: 9, fill: theme.card, stroke: theme.line },
  )
  const hasTitle = showsTitle(visual) && title !== ''
  const isFlat = visual.type === 'card' && box.width > box.height * FLAT
  const inner = {
    x: box.x + PADDING.side,
    y: box.y + PADDING.top,
    width: Math.max(1, box.width - 2 * PADDING.side),
    height: Math.max(1, box.height - PADDING.top - PADDING.bottom),
  }
  const titleWidth = isFlat ? Math.min(inner.width * 0.55, widthOf(title, 13, true)) : inner.width
  const titleLine = hasTitle
    ? line(cut(title, titleWidth + 1, 13, true), inner.x, isFlat ? box.y + box.height / 2 + 4.7 : inner.y + 13, {
        size: 13,
        color: theme.ink,
        bold: true,
      })
    : ''
  const subtitleLine =
    visual.subtitle === undefined || isFlat
      ? ''
      : line(cut(visual.subtitle, inner.width, SUBTITLE.size, false), inner.x, inner.y + (hasTitle ? TITLE : 0) + 8, {
          size: SUBTITLE.size,
          color: theme.muted,
        })
  const head = (hasTitle ? TITLE : 0) + (subtitleLine === '' ? 0 : SUBTITLE.height)
  const body =
    head === 0
      ? inner
      : isFlat && hasTitle
        ? { ...inner, x: inner.x + titleWidth + PADDING.side, width: inner.width - titleWidth - PADDING.side }
        : { ...inner, y: inner.y + head, height: Math.max(1, inner.height - head) }
  const content = contentOf(drawing, rows, body, context, isFlat && hasTitle)
  return tag('g', {}, frame, titleLine, subtitleLine, content)
}

function contentOf(drawing: Drawing, rows: Rows, box: Box, { speech, theme }: VisualContext, atEnd: boolean): string {
  const { visual } = drawing
  const kind = kindOf(visual)
  const notice = (text: string) => drawNotice(text, { theme }, box)
  if (visual.unread) {
    const fields = new Intl.ListFormat(speech.language).format(visual.unread)
    return notice(speech.say('unreadFields', { fields }))
  }
  if (isSlicer(visual) && kind.asks === 'values') return drawSlicer(drawing, box)
  if (kind.asks !== 'rows') return notice(speech.say('unsupported', { type: visual.type }))
  if (rows instanceof Error || rows === null) return notice(failureText(rows, speech))
  if (rows.rows.length === 0) return notice(speech.phrases.empty)
  const isTable = /^(tableEx|table|pivotTable|matrix)$/.test(visual.type)
  const drawn = isTable
    ? visual.type.startsWith('table')
      ? drawTable(drawing, box)
      : drawMatrix(drawing, box)
    : kind.isChart
      ? drawChart(drawing, { ...box, height: box.height })
      : visual.type === 'kpi'
        ? drawKpi(drawing, box)
        : drawCard(drawing, box, atEnd)
  // Of more rows than the service sends at once, the whole number is not known.
  const count = `${drawn.hidden.toLocaleString(speech.writing.locale)}${rows.truncated ? '+' : ''}`
  if (drawn.hidden === 0 && !(isTable && rows.truncated)) return drawn.svg
  const y = isTable ? moreRowsLine(drawing, box) : box.y + box.height + 8
  return drawn.svg + line(speech.say('moreRows', { count }), box.x + 8, y, { size: 11, color: theme.muted })
}
