// Formats dates by a Power BI format string (`dd/MM/yyyy`, `MMM yyyy`, `h:nn AM/PM`, `Short Date`) in a locale. Pure.
// Values have no time zone (`2013-11-29T00:00:00`). They are parsed and formatted in UTC, independent of the machine's time zone.

const STYLES: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  'general date': { dateStyle: 'short', timeStyle: 'medium' },
  'short date': { dateStyle: 'short' },
  'long date': { dateStyle: 'long' },
  'medium date': { dateStyle: 'medium' },
  'short time': { timeStyle: 'short' },
  'long time': { timeStyle: 'medium' },
}

/** Parses a date of the service; null if invalid. */
export function readDate(value: string): Date | null {
  const date = new Date(/[zZ]$|[+-]\d\d:\d\d$/.test(value) || !value.includes('T') ? value : `${value}Z`)
  return Number.isNaN(date.getTime()) ? null : date
}

/** Formats an ISO date. Without a format string: the locale's short date, with the time if it is not midnight. */
export function formatDate(value: string, format: string | null, locale: string): string {
  const date = readDate(value)
  if (date === null) return value
  const style = format === null || format === '' ? styleWithoutFormat(date) : STYLES[format.toLowerCase()]
  if (style) return dateFormatter(locale, style).format(date)
  return formatByPattern(date, format ?? '', locale)
}

/** Label of a tick of a time axis: the largest unit that begins there, in the words of the locale (`2013`, `mar.`, `12 de mar.`, `09:00`). */
export function formatTick(time: number, locale: string): string {
  const date = new Date(time)
  if (time % 86_400_000 !== 0) return dateFormatter(locale, { hour: '2-digit', minute: '2-digit' }).format(date)
  if (date.getUTCDate() !== 1) return dateFormatter(locale, { day: 'numeric', month: 'short' }).format(date)
  const unit = date.getUTCMonth() === 0 ? ({ year: 'numeric' } as const) : ({ month: 'short' } as const)
  return dateFormatter(locale, unit).format(date)
}

function styleWithoutFormat(date: Date): Intl.DateTimeFormatOptions {
  const isMidnight = date.getTime() % 86_400_000 === 0
  const day: Intl.DateTimeFormatOptions = { day: '2-digit', month: '2-digit', year: 'numeric' }
  return isMidnight ? day : { ...day, hour: '2-digit', minute: '2-digit' }
}

const formatters = new Map<string, Intl.DateTimeFormat>()
function dateFormatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  formatters.set(key, made)
  return made
}

const TOKENS = /"[^"]*"|\\.|AM\/PM|tt|y{2,4}|[mM]{1,4}|d{1,4}|H{1,2}|h{1,2}|n{1,2}|s{1,2}|q|[^"\\]/g

function formatByPattern(date: Date, format: string, locale: string): string {
  const pattern = format.startsWith('%') ? format.slice(1) : format
  const tokens: string[] = pattern.match(TOKENS) ?? []
  const parts = tokens.map((token, index) => (isMinutes(tokens, index) ? token.replaceAll(/m/gi, 'n') : token))
  const hours12 = tokens.includes('AM/PM') || tokens.includes('tt')
  return parts.map((token) => datePart(token, date, locale, hours12)).join('')
}

/** `m` is the month in either letter case. It is the minute directly after the hour; only a separator may stand between them. */
function isMinutes(tokens: string[], index: number): boolean {
  const before = tokens.slice(0, index).findLast((token) => /^[a-z]/i.test(token))
  return /^m{1,2}$/i.test(tokens[index] ?? '') && /^h{1,2}$/i.test(before ?? '')
}

function datePart(token: string, date: Date, locale: string, hours12: boolean): string {
  const pad = (value: number) => String(value).padStart(token.length, '0')
  const word = (options: Intl.DateTimeFormatOptions) => dateFormatter(locale, options).format(date).replace(/\.$/, '')
  switch (token.replaceAll('m', 'M')) {
    case 'yyyy':
    case 'yyy':
      return String(date.getUTCFullYear()).padStart(4, '0')
    case 'yy':
      return String(date.getUTCFullYear() % 100).padStart(2, '0')
    case 'MMMM':
      return word({ month: 'long' })
    case 'MMM':
      return word({ month: 'short' })
    case 'MM':
    case 'M':
      return pad(date.getUTCMonth() + 1)
    case 'dddd':
      return word({ weekday: 'long' })
    case 'ddd':
      return word({ weekday: 'short' })
    case 'dd':
    case 'd':
      return pad(date.getUTCDate())
    case 'HH':
    case 'H':
    case 'hh':
    case 'h':
      return pad(hours12 ? date.getUTCHours() % 12 || 12 : date.getUTCHours())
    case 'nn':
    case 'n':
      return pad(date.getUTCMinutes())
    case 'ss':
    case 's':
      return pad(date.getUTCSeconds())
    case 'q':
      return String(Math.floor(date.getUTCMonth() / 3) + 1)
    case 'tt':
    case 'AM/PM':
      return date.getUTCHours() < 12 ? 'AM' : 'PM'
    default:
      return token.startsWith('"') ? token.slice(1, -1) : token.startsWith('\\') ? token.slice(1) : token
  }
}
