// Reads a PostgreSQL NUMERIC as a number, as contracts and generated types declare it. Next: pool.ts, which uses it for every row.

const plain = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: 17 })

/**
 * Refuses a value that a double cannot hold exactly: an answer with a different number would hide an error of ours. Longer numbers belong
 * in a text column; an average or a quotient is cast in its SQL, `avg(x)::float8`.
 */
export function parseNumeric(stored: string): number {
  const number = Number(stored)
  // Trailing zeros come from the scale of the column.
  const digits = stored.includes('.') ? stored.replace(/\.?0+$/, '') : stored
  if (Number.isFinite(number) && (String(number) === digits || plain.format(number) === digits)) return number
  throw new RangeError(`a number cannot hold ${stored} exactly: cast it in the statement, or keep it as text`)
}
