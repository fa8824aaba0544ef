// Draws tables and matrices: the rows that fit, the number of those that do not, and the totals.
import type { VisualColumn } from '../report/viewer-calls.ts'
import { formatLabel, formatValue } from '../viewer/format/format-value.ts'
import {
  acrossLabel,
  buildMatrix,
  initiallyFolded,
  linesOf,
  type Matrix,
  type MatrixRow,
} from '../viewer/visuals/matrix-data.ts'
import type { Drawing } from '../viewer/visuals/renderer.ts'
import { currentSort, isFigure } from '../viewer/visuals/table-parts.ts'
import { cut, widthOf } from './fonts.ts'
import { type Box, line, rect, tag } from './svg.ts'

const ROW = 26
const PAD = 8
const SIZE = 12
/** Widest column in pixels, as in the viewer. */
const WIDEST = 280
/** Rows whose texts decide the widths of the columns. */
const MEASURED = 60

type Cell = { text: string; isFigure: boolean; isNegative?: boolean; indent?: number; isBold?: boolean }
type Grid = { heads: Cell[][]; rows: Cell[][]; total: Cell[] | null }

/** The table, and the number of rows and columns that had no room. */
export type DrawnTable = { svg: string; hidden: number; hiddenColumns: number }

export const drawTable = (drawing: Drawing, box: Box): DrawnTable => drawGrid(tableGrid(drawing), drawing, box)
export const drawMatrix = (drawing: Drawing, box: Box): DrawnTable => drawGrid(matrixGrid(drawing), drawing, box)

function tableGrid(drawing: Drawing): Grid {
  const { answer, speech } = drawing
  const cell = (value: Parameters<typeof formatValue>[0], column: VisualColumn): Cell => ({
    text: formatValue(value, column, speech.writing),
    isFigure: isFigure(column),
    isNegative: typeof value === 'number' && value < 0,
  })
  const cells = (row: readonly Parameters<typeof formatValue>[0][]) =>
    answer.columns.map((column, index) => cell(row[index] ?? null, column))
  const { totals, columns, rows } = answer
  const total = totals === null || rows.length === 0 ? null : cells(totals)
  if (total?.[0] && (totals?.[0] ?? null) === null) total[0] = { text: speech.phrases.total, isFigure: false }
  return {
    heads: [columns.map((column) => ({ text: column.displayName, isFigure: isFigure(column) }))],
    rows: rows.map(cells),
    total,
  }
}

function matrixGrid(drawing: Drawing): Grid {
  const { answer, speech } = drawing
  const matrix = buildMatrix(answer, currentSort(drawing))
  const figures = (cells: MatrixRow['cells']): Cell[] =>
    cells.flatMap((values) =>
      matrix.figures.map((column, index) => {
        const value = values?.[index] ?? null
        return {
          text: formatValue(value, column, speech.writing),
          isFigure: true,
          isNegative: typeof value === 'number' && value < 0,
        }
      }),
    )
  const lines = linesOf(matrix.rows, 0, initiallyFolded(matrix.rows))
  return {
    heads: matrixHeads(matrix, drawing),
    rows: lines.map(({ row, depth }) => {
      const text = formatLabel(row.path.at(-1) ?? null, row.column, speech.writing)
      const isBold = row.children.length > 0
      return [{ text, isFigure: false, indent: depth * 14, isBold }, ...figures(row.cells)]
    }),
    total: matrix.totals && [{ text: speech.phrases.total, isFigure: false }, ...figures(matrix.totals)],
  }
}

function matrixHeads({ rowColumns, columnColumns, figures, across, ...rest }: Matrix, drawing: Drawing): Cell[][] {
  const corner: Cell = { text: rowColumns.map(({ displayName }) => displayName).join(' › '), isFigure: false }
  const names = across.flatMap(() => figures.map(({ displayName }): Cell => ({ text: displayName, isFigure: true })))
  if (columnColumns.length === 0) return [[corner, ...names]]
  const matrix = { rowColumns, columnColumns, figures, across, ...rest }
  const groups = across.flatMap((key) =>
    figures.map((_, index): Cell => ({
      text: index === 0 ? acrossLabel(key, matrix, drawing.speech) : '',
      isFigure: true,
    })),
  )
  return figures.length > 1
    ? [
        [{ text: '', isFigure: false }, ...groups],
        [corner, ...names],
      ]
    : [[corner, ...groups]]
}

function drawGrid(grid: Grid, drawing: Drawing, box: Box): DrawnTable {
  const { theme } = drawing
  const widths = columnWidths(grid, box.width)
  const lineCount = grid.heads.length + (grid.total ? 1 : 0)
  const room = Math.max(0, Math.floor(box.height / ROW) - lineCount)
  const visible = grid.rows.slice(0, grid.rows.length > room ? Math.max(0, room - 1) : room)
  const at = (cells: Cell[], index: number, color: string, bold: boolean) =>
    drawRow(cells, widths, { x: box.x, y: box.y + index * ROW }, { color, bold, negative: theme.warn })
  const below = (index: number, color: string) =>
    rect({ x: box.x, y: box.y + (index + 1) * ROW - 1, width: box.width, height: 1 }, { fill: color })
  const parts = [
    ...grid.heads.map((cells, index) => at(cells, index, theme.muted, true)),
    below(grid.heads.length - 1, theme.line),
    ...visible.map(
      (cells, index) =>
        at(cells, grid.heads.length + index, theme.ink, false) + below(grid.heads.length + index, theme.line),
    ),
  ]
  const hidden = grid.rows.length - visible.length
  const last = grid.heads.length + visible.length + (hidden > 0 ? 1 : 0)
  if (grid.total) parts.push(at(grid.total, last, theme.ink, true))
  return { svg: parts.join(''), hidden, hiddenColumns: (grid.heads[0]?.length ?? 0) - widths.length }
}

/** Place of the sentence about hidden rows: the line after the last row that is drawn. */
export function moreRowsLine(drawing: Drawing, box: Box): number {
  const heads = /pivotTable|matrix/.test(drawing.visual.type) ? matrixGrid(drawing).heads.length : 1
  const total = drawing.answer.totals === null ? 0 : 1
  const room = Math.max(0, Math.floor(box.height / ROW) - heads - total)
  return box.y + (heads + Math.max(0, room - 1)) * ROW + 17
}

/** Columns as wide as their texts. If they do not fit, the widest are narrowed, and columns without room are left out. */
function columnWidths({ heads, rows, total }: Grid, available: number): number[] {
  const lines = [...heads, ...rows.slice(0, MEASURED), ...(total ? [total] : [])]
  const count = Math.max(0, ...lines.map((cells) => cells.length))
  const natural = Array.from({ length: count }, (_, index) => {
    const texts = lines.map((cells) => cells[index]).filter((cell) => cell !== undefined)
    const widest = Math.max(24, ...texts.map(({ text, indent = 0 }) => widthOf(text, SIZE, true) + indent))
    return Math.min(WIDEST, widest) + 2 * PAD
  })
  const sum = natural.reduce((all, width) => all + width, 0)
  if (sum <= available) return natural.map((width) => width + (available - sum) / count)
  const narrowest = 56
  const narrowed = natural.map((width) => Math.max(Math.min(width, narrowest), (width * available) / sum))
  let left = available
  return narrowed.filter((width) => (left -= width) >= -1)
}

type RowStyle = { color: string; bold: boolean; negative: string }

function drawRow(cells: Cell[], widths: number[], { x, y }: { x: number; y: number }, style: RowStyle): string {
  let left = x
  const parts = widths.map((width, index) => {
    const start = left
    left += width
    const cell = cells[index]
    if (!cell || cell.text === '') return ''
    const bold = style.bold || cell.isBold === true
    const indent = cell.indent ?? 0
    const text = cut(cell.text, width - 2 * PAD - indent + 1, SIZE, bold)
    const color = cell.isNegative === true ? style.negative : style.color
    return cell.isFigure
      ? line(text, start + width - PAD, y + 17, { size: SIZE, color, bold, anchor: 'end' })
      : line(text, start + PAD + indent, y + 17, { size: SIZE, color, bold })
  })
  return tag('g', {}, parts.join(''))
}
