// Reads the text of a number input as a number. Next: number-field.tsx.

/** Null for an empty or incomplete number. The text has a decimal point, whatever the language shows. */
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
