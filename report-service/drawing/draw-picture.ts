// Draws a scene as a PNG picture.
import { Resvg } from '@resvg/resvg-js'
import type { Scene } from './draw-page.ts'
import { fontFiles } from './fonts.ts'
import { FONT } from './svg.ts'

/** Pixels of a picture per pixel of a page, and its widest side. */
const PICTURE = { scale: 1.5, widest: 4_096 }

export function pictureOf({ svg, width }: Scene): Uint8Array {
  const picture = new Resvg(svg, {
    font: {
      fontFiles: Object.values(fontFiles),
      loadSystemFonts: false,
      defaultFontFamily: FONT,
      sansSerifFamily: FONT,
    },
    fitTo: { mode: 'width', value: Math.round(Math.min(PICTURE.widest, width * PICTURE.scale)) },
  })
  return picture.render().asPng()
}
