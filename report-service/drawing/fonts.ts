// The font of exports: Inter as TrueType files, because neither the PDF nor the PNG writer reads the web fonts of the viewer.
import { createRequire } from 'node:module'
import Pdf from 'pdfkit'
import { cutText, measureTextWith } from '../viewer/visuals/chart-style.ts'

const require = createRequire(import.meta.url)
const fileOf = (path: string) => require.resolve(`@expo-google-fonts/inter/${path}`)

export const fontFiles = {
  regular: fileOf('400Regular/Inter_400Regular.ttf'),
  bold: fileOf('600SemiBold/Inter_600SemiBold.ttf'),
}

const ruler = new Pdf({ autoFirstPage: false })
ruler.registerFont('regular', fontFiles.regular)
ruler.registerFont('bold', fontFiles.bold)

/** Width of a text in pixels. */
export function widthOf(text: string, size: number, bold = false): number {
  return ruler
    .font(bold ? 'bold' : 'regular')
    .fontSize(size)
    .widthOfString(text)
}

measureTextWith((text, size) => widthOf(text, size))

/** The text, or its beginning with an ellipsis if it is wider. */
export const cut = (text: string, width: number, size: number, bold = false): string =>
  cutText(text, width, (part) => widthOf(part, size, bold))

/** Breaks a text at spaces. A word that is wider than the line is cut. */
export function wrap(text: string, width: number, size: number, bold = false): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && widthOf(longer, size, bold) <= width) lines[lines.length - 1] = longer
    else lines.push(cut(word, width, size, bold))
  }
  return lines
}
