// Writes rows as CSV (RFC 4180). A cell that a spreadsheet would run as a formula is converted to text.
import type { Value } from '../../model/model.ts'

export type CsvStyle = { separator: ',' | ';'; decimal: '.' | ',' }
/** The style for programs. The SDK's `exportData` uses it. */
export const PLAIN_CSV: CsvStyle = { separator: ',', decimal: '.' }

/** In locales with a decimal comma, spreadsheets separate columns by semicolon. */
export function csvStyleOf(locale: string): CsvStyle {
  const decimal = new Intl.NumberFormat(locale).formatToParts(1.5).find((part) => part.type === 'decimal')?.value
  return decimal === ',' ? { separator: ';', decimal: ',' } : PLAIN_CSV
}

/** Header and rows, with CRLF line ends. */
export function toCsv(
  header: readonly string[],
  rows: readonly (readonly Value[])[],
  style: CsvStyle = PLAIN_CSV,
): string {
  const lines = [header, ...rows].map((cells) => cells.map((cell) => csvCell(cell, style)).join(style.separator))
  return lines.map((line) => `${line}\r\n`).join('')
}

function csvCell(value: Value, style: CsvStyle): string {
  if (value === null) return ''
  if (typeof value === 'number') return quoted(String(value).replace('.', style.decimal), style)
  return quoted(neutral(String(value)), style)
}

function neutral(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

function quoted(text: string, style: CsvStyle): string {
  return /["\r\n,;]/.test(text) && (text.includes(style.separator) || /["\r\n]/.test(text))
    ? `"${text.replaceAll('"', '""')}"`
    : text
}
