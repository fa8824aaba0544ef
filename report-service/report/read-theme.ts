// Reads the theme of a report, reduced to what the viewer uses.
import type { ReportTheme } from './definition.ts'
import { dig, listAt, textAt } from './json.ts'
import { plainColor } from './read-text.ts'

const DEFAULT: ReportTheme = {
  dataColors: [],
  foreground: '#1B1F2A',
  background: '#FFFFFF',
  accent: null,
  fontFamily: 'Inter',
}

/** File name of the custom theme below `StaticResources/RegisteredResources`; null if the report has none. */
export function themePathOf(report: unknown): string | null {
  const name = textAt(report, 'themeCollection', 'customTheme', 'name')
  const items = listAt(report, 'resourcePackages').flatMap((entry) => listAt(entry, 'items'))
  const item = items.find((each) => textAt(each, 'name') === name && textAt(each, 'type') === 'CustomTheme')
  const path = textAt(item, 'path')
  // The path is untrusted. Accept only a plain file name, so that it cannot lead out of the folder.
  return path !== null && /^[\w-][\w .-]*\.json$/.test(path) ? path : null
}

/** Converts a theme file. Each missing or invalid part falls back to the default theme. */
export function readTheme(theme: unknown): ReportTheme {
  const dataColors = listAt(theme, 'dataColors').flatMap((color) => {
    const plain = typeof color === 'string' ? plainColor(color) : null
    return plain === null ? [] : [plain]
  })
  const font = textAt(theme, 'textClasses', 'label', 'fontFace')
  return {
    dataColors,
    foreground: plainColor(textAt(theme, 'foreground')) ?? DEFAULT.foreground,
    background: pageBackground(theme) ?? plainColor(textAt(theme, 'background')) ?? DEFAULT.background,
    accent: plainColor(textAt(theme, 'tableAccent')) ?? dataColors[0] ?? DEFAULT.accent,
    fontFamily: font !== null && /^[\w ,'-]{1,80}$/.test(font) ? font : DEFAULT.fontFamily,
  }
}

const pageBackground = (theme: unknown): string | null =>
  plainColor(textAt(dig(theme, 'visualStyles', 'page', '*', 'background', 0), 'color', 'solid', 'color'))
