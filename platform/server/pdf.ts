// The fonts of PDF documents, and their bytes.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const fonts = { regular: '400Regular/Inter_400Regular.ttf', bold: '600SemiBold/Inter_600SemiBold.ttf' }

/** Registers the fonts `regular` and `bold`. */
export function registerFonts(pdf: PDFKit.PDFDocument): void {
  for (const [name, path] of Object.entries(fonts)) registerWithoutKerning(pdf, name, path)
}

/** fontkit, which pdfkit reads fonts with, applies some kerning pairs of Inter twice: `7,` would overlap. */
function registerWithoutKerning(pdf: PDFKit.PDFDocument, name: string, path: string): void {
  pdf.registerFont(name, require.resolve(`@expo-google-fonts/inter/${path}`)).font(name)
  const font = Reflect.get(pdf, '_font') as { encode: (text: string, features?: Record<string, boolean>) => unknown }
  const encodeText = font.encode.bind(font)
  font.encode = (text) => encodeText(text, { kern: false })
}

/** The bytes of a document; resolves after `pdf.end()`. */
export function bytesOf(pdf: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  return new Promise((resolve, reject) => {
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
}
