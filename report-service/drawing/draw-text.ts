// Draws text boxes, slicers, and the sentence of a visual that cannot be drawn.
import type { TextRun } from '../report/definition.ts'
import { filterSummary } from '../viewer/page/filter-summary.ts'
import type { Drawing } from '../viewer/visuals/renderer.ts'
import { colorOn, POINT } from '../viewer/visuals/text-color.ts'
import { cut, widthOf, wrap } from './fonts.ts'
import { type Box, line, rect } from './svg.ts'

type Word = { text: string; size: number; bold: boolean; color: string; width: number }
type Line = { words: Word[]; align: 'left' | 'center' | 'right'; size: number; width: number }

/** The paragraphs of a text box, in the middle of its height. A text that does not fit is drawn smaller, as in the viewer. */
export function drawText(drawing: Drawing, box: Box): string {
  const [atFull] = [linesOf(drawing, box.width, 1)]
  const scale = Math.max(0.6, Math.min(1, box.height / Math.max(1, heightOf(atFull))))
  const lines = scale === 1 ? atFull : linesOf(drawing, box.width, scale)
  let y = box.y + Math.max(0, (box.height - heightOf(lines)) / 2)
  return lines
    .map(({ words, align, size, width }) => {
      const base = y + size * 1.0
      y += size * 1.3
      let x = box.x + (align === 'center' ? (box.width - width) / 2 : align === 'right' ? box.width - width : 0)
      return joined(words)
        .map((word) => {
          const drawn = line(word.text, x, base, word)
          x += word.width
          return drawn
        })
        .join('')
    })
    .join('')
}

/** Neighbours of one style become one text, so that a search in the file finds them together. */
function joined(words: Word[]): Word[] {
  return words.reduce<Word[]>((all, word) => {
    const last = all.at(-1)
    const isSame = last?.size === word.size && last.bold === word.bold && last.color === word.color
    if (!last || !isSame) return [...all, word]
    return [...all.slice(0, -1), { ...last, text: last.text + word.text, width: last.width + word.width }]
  }, [])
}

const heightOf = (lines: Line[]): number => lines.reduce((sum, { size }) => sum + size * 1.3, 0)

function linesOf(drawing: Drawing, width: number, scale: number): Line[] {
  return (drawing.visual.text ?? []).flatMap(({ align, runs }) => {
    const lines: Line[] = [{ words: [], align, size: 13 * scale, width: 0 }]
    for (const word of runs.flatMap((run) => wordsOf(run, drawing, scale))) {
      let last = lines.at(-1)
      if (!last || (last.words.length > 0 && last.width + word.width > width + 0.5)) {
        last = { words: [], align, size: 0, width: 0 }
        lines.push(last)
      }
      last.size = last.words.length === 0 ? word.size : Math.max(last.size, word.size)
      last.words.push(word)
      last.width += word.width
    }
    return lines
  })
}

/** Words with the space before them. */
function wordsOf(run: TextRun, { theme }: Drawing, scale: number): Word[] {
  const size = (run.size === null ? 12.5 : run.size * POINT) * scale
  const bold = run.weight === 'bold'
  const color = run.color === null ? theme.ink : colorOn(theme, run.color)
  return (run.text.match(/\s*\S+|\s+$/g) ?? []).map((text) => ({
    text,
    size,
    bold,
    color,
    width: widthOf(text, size, bold),
  }))
}

/** A slicer shows what is chosen. */
export function drawSlicer({ slicer, speech, theme }: Drawing, box: Box): string {
  const [first] = slicer
  const text = first ? filterSummary(first, speech) : speech.phrases.all
  const height = Math.min(30, box.height)
  const style = { size: 12.5, color: theme.ink }
  // In a low slicer a border would touch the text.
  if (height < 22) return line(cut(text, box.width, 12.5), box.x, box.y + height / 2 + 4.5, style)
  return (
    rect({ ...box, height }, { rx: 6, fill: 'none', stroke: theme.line }) +
    line(cut(text, box.width - 20, 12.5), box.x + 10, box.y + height / 2 + 4.5, style)
  )
}

/** A sentence in the middle of a visual that is empty, failed, or of an unknown kind. */
export function drawNotice(text: string, { theme }: Pick<Drawing, 'theme'>, box: Box): string {
  const most = Math.max(1, Math.floor(box.height / 18))
  const all = wrap(text, box.width, 12.5)
  const lines =
    all.length > most ? [...all.slice(0, most - 1), cut(all.slice(most - 1).join(' '), box.width, 12.5)] : all
  const top = box.y + (box.height - lines.length * 18) / 2
  return lines
    .map((part, index) =>
      line(part, box.x + box.width / 2, top + index * 18 + 13, { size: 12.5, color: theme.muted, anchor: 'middle' }),
    )
    .join('')
}
