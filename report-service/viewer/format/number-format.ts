// Formats numbers by a Power BI format string (`#,0.00`, `0.0%`, `"R$" #,0.00;("R$" #,0.00)`) in a locale.
// Pure. Dates are in date-format.ts; format-value.ts selects one of the two.

/** One parsed section of a format string. */
export type NumberPattern = {
  prefix: string
  suffix: string
  /** Minimum and maximum digits after the decimal separator. Null if the section has no digit placeholder: only its text is shown. */
  decimals: { min: number; max: number } | null
  integerDigits: number
  grouped: boolean
  /** 100 for a percent sign, 0.001 for each comma after the last digit placeholder. */
  factor: number
  /** Number of exponent digits in `0.00E+00`; null without exponent. */
  exponent: number | null
}

const NAMED: Readonly<Record<string, string>> = {
  'general number': '0.##########',
  currency: '$#,0.00',
  fixed: '0.00',
  standard: '#,0.00',
  percent: '0.00%',
  scientific: '0.00E+00',
}

/** Formats `value`. The sections are for positive, negative and zero values, as in VBA. */
export function formatNumber(value: number, format: string, locale: string): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '∞' : '-∞'
  const { pattern, signed } = patternFor(value, format)
  return decorate(value, pattern, signed, (digits) => digitsOf(digits, pattern, locale))
}

/**
 * Formats with at most three significant digits and the locale's word for thousands or millions: `R$ 80,5 mi`.
 * Percentages and numbers below `threshold` use their normal format.
 */
export function formatCompactNumber(value: number, format: string, locale: string, threshold = 1_000): string {
  const { pattern, signed } = patternFor(value, format)
  if (!Number.isFinite(value) || pattern.suffix.includes('%') || Math.abs(value) < threshold) {
    return formatNumber(value, format, locale)
  }
  return decorate(value, { ...pattern, factor: 1 }, signed, (digits) =>
    compactFormatter(locale).format(digits).replaceAll('\u00a0', ' '),
  )
}

/** Axis format: compact, without unnecessary decimals. */
export function formatAxisNumber(value: number, format: string, locale: string): string {
  if (Math.abs(value) >= 1_000) return formatCompactNumber(value, format, locale)
  const { pattern, signed } = patternFor(value, format)
  if (!Number.isFinite(value) || pattern.decimals === null) return formatNumber(value, format, locale)
  const bare = {
    ...pattern,
    factor: pattern.suffix.includes('%') ? pattern.factor : 1,
    decimals: { min: 0, max: 2 },
  }
  return decorate(value, bare, signed, (digits) => digitsOf(digits, bare, locale))
}

/** Parses the sections of a format string and selects the one for `value`. */
export function patternFor(value: number, format: string): { pattern: NumberPattern; signed: boolean } {
  const sections = splitSections(NAMED[format.toLowerCase()] ?? format)
  const [positive = '', negative, zero] = sections
  if (value < 0 && negative !== undefined && negative !== '') return { pattern: readPattern(negative), signed: false }
  if (value === 0 && zero !== undefined && zero !== '') return { pattern: readPattern(zero), signed: false }
  return { pattern: readPattern(positive), signed: value < 0 }
}

function decorate(value: number, pattern: NumberPattern, signed: boolean, digits: (value: number) => string): string {
  if (pattern.decimals === null) return pattern.prefix + pattern.suffix
  const body = digits(Math.abs(value) * pattern.factor)
  const isZero = !/[1-9∞]/.test(body)
  return `${signed && !isZero ? '-' : ''}${pattern.prefix}${body}${pattern.suffix}`
}

function digitsOf(value: number, pattern: NumberPattern, locale: string): string {
  const { decimals, exponent, grouped, integerDigits } = pattern
  if (decimals === null) return ''
  if (exponent !== null) return scientific(value, decimals.max, exponent, locale)
  const key = `${locale}|${decimals.min}|${decimals.max}|${grouped}|${integerDigits}`
  const formatter = cached(key, () => {
    return new Intl.NumberFormat(locale, {
      minimumFractionDigits: decimals.min,
      maximumFractionDigits: Math.max(decimals.min, decimals.max),
      minimumIntegerDigits: Math.max(1, integerDigits),
      useGrouping: grouped ? 'always' : false,
    })
  })
  return formatter.format(value).replaceAll('\u00a0', ' ')
}

function scientific(value: number, decimals: number, exponentDigits: number, locale: string): string {
  const [mantissa = '0', power = '+0'] = value.toExponential(decimals).split('e')
  const sign = power.startsWith('-') ? '-' : '+'
  const digits = power.replace(/[+-]/, '').padStart(exponentDigits, '0')
  const decimal = new Intl.NumberFormat(locale).formatToParts(1.5).find((part) => part.type === 'decimal')?.value ?? '.'
  return `${mantissa.replace('.', decimal)}E${sign}${digits}`
}

const formatters = new Map<string, Intl.NumberFormat>()
function cached(key: string, make: () => Intl.NumberFormat): Intl.NumberFormat {
  const known = formatters.get(key)
  if (known) return known
  const made = make()
  formatters.set(key, made)
  return made
}

function compactFormatter(locale: string): Intl.NumberFormat {
  return cached(`compact|${locale}`, () => {
    return new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 })
  })
}

/** Splits at semicolons outside quotes and escapes. */
function splitSections(format: string): string[] {
  return (format.match(/(?:"[^"]*"?|\\.|[^;"\\])+|;/g) ?? []).reduce<string[]>(
    (sections, piece) => {
      if (piece === ';') return [...sections, '']
      return [...sections.slice(0, -1), (sections.at(-1) ?? '') + piece]
    },
    [''],
  )
}

type Token = { kind: 'text' | 'place'; text: string }

function tokenize(section: string): Token[] {
  const pieces = section.match(/"[^"]*"?|\\.|E[+-]0+|[0#.,]|[^"\\]/gi) ?? []
  return pieces.map((piece): Token => {
    if (piece.startsWith('"')) return { kind: 'text', text: piece.replaceAll('"', '') }
    if (piece.startsWith('\\')) return { kind: 'text', text: piece.slice(1) }
    return { kind: /^(?:[0#.,]|E[+-]0+)$/i.test(piece) ? 'place' : 'text', text: piece }
  })
}

function readPattern(section: string): NumberPattern {
  const tokens = tokenize(section)
  const isDigit = (token: Token) => token.kind === 'place' && /[0#]/.test(token.text)
  const first = tokens.findIndex(isDigit)
  const last = tokens.findLastIndex((token) => token.kind === 'place')
  const text = (part: Token[]) =>
    part
      .filter((token) => token.kind === 'text')
      .map((token) => token.text)
      .join('')
  // A percent sign inside quotes is plain text.
  const hundredfold = /%/.test(section.replace(/"[^"]*"|\\./g, '')) ? 100 : 1
  if (first < 0) {
    return {
      prefix: text(tokens),
      suffix: '',
      decimals: null,
      integerDigits: 0,
      grouped: false,
      factor: 1,
      exponent: null,
    }
  }
  const places = tokens
    .slice(first, last + 1)
    .filter((token) => token.kind === 'place')
    .map((token) => token.text)
  const exponentPlace = places.find((place) => /^E/i.test(place))
  const mantissa = places.filter((place) => place !== exponentPlace).join('')
  const [integer = '', fraction = ''] = mantissa.split('.')
  const scalingCommas = trailingCommas(integer) + trailingCommas(fraction)
  return {
    prefix: text(tokens.slice(0, first)),
    suffix: text(tokens.slice(last + 1)),
    decimals: { min: count(fraction, /0/g), max: count(fraction, /[0#]/g) },
    integerDigits: count(integer, /0/g),
    grouped: /[0#],+[0#]/.test(integer),
    factor: hundredfold * 0.001 ** scalingCommas,
    exponent: exponentPlace === undefined ? null : count(exponentPlace, /0/g),
  }
}

function trailingCommas(places: string): number {
  return /,*$/.exec(places)?.[0].length ?? 0
}

function count(text: string, what: RegExp): number {
  return text.match(what)?.length ?? 0
}
