// Reads the paragraphs of a text box. The file is untrusted, so links and colours are validated.
import type { TextRun, Visual } from './definition.ts'
import { dig, listAt, textAt } from './json.ts'

type Paragraph = NonNullable<Visual['text']>[number]

export const readParagraphs = (paragraphs: unknown): Paragraph[] =>
  (Array.isArray(paragraphs) ? paragraphs : []).map((paragraph: unknown) => ({
    align: readAlign(textAt(paragraph, 'horizontalTextAlignment')),
    runs: listAt(paragraph, 'textRuns').map(readRun),
  }))

const readAlign = (align: string | null): Paragraph['align'] =>
  align === 'center' || align === 'right' ? align : 'left'

function readRun(run: unknown): TextRun {
  const style = dig(run, 'textStyle')
  const points = /^(\d{1,3}(?:\.\d+)?)(?:pt)?$/.exec(textAt(style, 'fontSize') ?? '')
  return {
    text: textAt(run, 'value') ?? '',
    size: points ? Number(points[1]) : null,
    weight: /^(bold|bolder|[6-9]00)$/.test(textAt(style, 'fontWeight') ?? '') ? 'bold' : 'normal',
    color: plainColor(textAt(style, 'color')),
    url: webAddress(textAt(run, 'url')),
  }
}

/** A hexadecimal colour; null for anything else, because the text is inserted into a CSS style. */
export const plainColor = (color: string | null): string | null =>
  color !== null && /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(color) ? color : null

function webAddress(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null
  return ['http:', 'https:', 'mailto:'].includes(new URL(url).protocol) ? url : null
}
