// Colour and size of the texts of a text box. Pure. text.ts uses them in the browser, and ../../drawing/draw-text.ts in an export.
import { contrast } from '../page/colors.ts'
import type { ViewerTheme } from '../page/theme.ts'

/** CSS pixels per point. Power BI gives text sizes in points. */
export const POINT = 4 / 3

/** The colours of a report are made for a light page. On a dark page, strong colours become `ink` and weak ones `muted`. */
export function colorOn({ page, ink, muted }: ViewerTheme, color: string): string {
  if (contrast(color, page) >= 4) return color
  return contrast(color, '#ffffff') >= 10 ? ink : muted
}
