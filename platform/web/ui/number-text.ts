// What a person typed into a number's box, read as a number. Next: number-field.tsx.

/** Null where nothing is typed yet, or only the beginning of a number. The text has a point, whatever the language shows. */
export function readNumber(typed: string | number): number | null {
  if (typeof typed === 'number') return typed
  const number = typed.trim() === '' ? Number.NaN : Number(typed)
  return Number.isFinite(number) ? number : null
}

/** The sign before decimals. Example: a comma in pt-BR. */
export function decimalSign(language: string): '.' | ',' {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5)
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.'
}
