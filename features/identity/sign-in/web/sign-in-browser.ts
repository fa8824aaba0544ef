export const browsers = ['chrome', 'edge', 'firefox', 'safari', 'opera'] as const
export type Browser = (typeof browsers)[number]

/** Others also name Chrome and Safari, so that these two come last. */
const marks: [mark: RegExp, browser: Browser][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'edge'],
  [/\b(?:OPR|Opera|OPiOS)\//, 'opera'],
  [/\b(?:Firefox|FxiOS)\//, 'firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'chrome'],
  [/\bSafari\//, 'safari'],
]

/** The browser that a user agent names; null for another one. */
export function browserOf(userAgent: string): Browser | null {
  return marks.find(([mark]) => mark.test(userAgent))?.[1] ?? null
}
