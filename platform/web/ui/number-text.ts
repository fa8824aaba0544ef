// Reads the text of a number input as a number. Next: number-field.tsx.

/** Parses a number; null for an empty or incomplete one. The text has a decimal point, also where the language writes a comma. */
export function readNumber(typed: string | number): number | null {
  if (typeof typed === 'number') return typed
  const number = typed.trim() === '' ? Number.NaN : Number(typed)
  return Number.isFinite(number) ? number : null
}

/** The decimal sign. Example: a comma in pt-BR. */
export function decimalSign(language: string): '.' | ',' {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5)
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.'
}
