// Pure decisions about one's own account.

const browsers = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'], [/\bOPR\//, 'Opera'], [/SamsungBrowser\//, 'Samsung Internet'], [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|CriOS\//, 'Chrome'], [/Safari\//, 'Safari'],
] as const // prettier-ignore

const systems = [
  [/iPhone|iPad/, 'iOS'], [/Android/, 'Android'], [/Windows/, 'Windows'], [/CrOS/, 'ChromeOS'], [/Macintosh/, 'macOS'], [/Linux/, 'Linux'],
] as const // prettier-ignore

/**
 * What a person recognises a browser by: "Chrome · Windows"; null for a program that says neither. It says what it likes, so
 * nothing is decided by it. The order is that of who claims to be whom: Edge says Chrome, and Chrome says Safari.
 */
export function browserOf(userAgent: string | null): string | null {
  const nameIn = (known: readonly (readonly [RegExp, string])[]) =>
    known.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const parts = [nameIn(browsers), nameIn(systems)].filter((part) => part !== undefined)
  return parts.join(' · ') || null
}
