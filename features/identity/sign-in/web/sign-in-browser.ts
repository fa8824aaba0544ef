export const browsers = ['chrome', 'edge', 'firefox', 'safari', 'opera'] as const
export type Browser = (typeof browsers)[number]

/** The marks of browsers in a user agent. Chrome and Safari come last, because other browsers name them too. */
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
