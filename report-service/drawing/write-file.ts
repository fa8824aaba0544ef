// Writes scenes as a file: a PDF with one page per scene, whose texts stay texts, a presentation, or PNG pictures (a ZIP of several).
import { zipSync } from 'fflate'
import Pdf from 'pdfkit'
import svgToPdf from 'svg-to-pdfkit'
import type { Scene } from './draw-page.ts'
import { pictureOf } from './draw-picture.ts'
import { fontFiles } from './fonts.ts'
import type { DrawingFormat, DrawnExtension } from './messages.ts'
import { slidesOf } from './write-slides.ts'

export type WrittenFile = { bytes: Uint8Array; extension: DrawnExtension }
export type Describing = { title: string; language: string; now: number }

/** Points per pixel of a page. */
const POINT = 0.75

export async function writeFile(format: DrawingFormat, scenes: Scene[], describing: Describing): Promise<WrittenFile> {
  if (format === 'PDF') return { bytes: await pdfOf(scenes, describing), extension: '.pdf' }
  if (format === 'PPTX') return { bytes: await slidesOf(scenes, describing), extension: '.pptx' }
  const [first, ...others] = scenes
  if (first && others.length === 0) return { bytes: pictureOf(first), extension: '.png' }
  const entries = scenes.map((scene, index) => [`${index + 1} ${fileName(scene.title)}.png`, pictureOf(scene)] as const)
  return { bytes: zipSync(Object.fromEntries(entries), { level: 0 }), extension: '.zip' }
}

const fileName = (title: string): string => title.replace(/[^\p{L}\p{N} ._-]/gu, '_').slice(0, 80)

function pdfOf(scenes: Scene[], { title, language, now }: Describing): Promise<Uint8Array> {
  const pdf = new Pdf({
    autoFirstPage: false,
    bufferPages: false,
    lang: language,
    displayTitle: true,
    info: { Title: title, Creator: 'Vitrine', CreationDate: new Date(now) },
  })
  for (const [name, path] of Object.entries(fontFiles)) registerWithoutKerning(pdf, name, path)
  const chunks: Uint8Array[] = []
  const written = new Promise<Uint8Array>((resolve, reject) => {
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  for (const { svg, width, height, title: name } of scenes) {
    const size = { width: width * POINT, height: height * POINT }
    pdf.addPage({ size: [size.width, size.height], margin: 0 })
    pdf.outline.addItem(name)
    svgToPdf(pdf, svg, 0, 0, {
      ...size,
      preserveAspectRatio: 'xMinYMin meet',
      fontCallback: (_family: string, isBold: boolean) => (isBold ? 'bold' : 'regular'),
      // A scene has no pictures: nothing is read from a file.
      imageCallback: () => '',
    })
  }
  pdf.end()
  return written
}

/** fontkit, which pdfkit reads fonts with, applies some kerning pairs of Inter twice: `7,` would overlap. */
function registerWithoutKerning(pdf: PDFKit.PDFDocument, name: string, path: string): void {
  pdf.registerFont(name, path).font(name)
  const font = Reflect.get(pdf, '_font') as { encode: (text: string, features?: Record<string, boolean>) => unknown }
  const encode = font.encode.bind(font)
  font.encode = (text) => encode(text, { kern: false })
}
