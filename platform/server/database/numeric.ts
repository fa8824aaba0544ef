// A NUMERIC of PostgreSQL as the number that contracts and generated types call it. Next: pool.ts, which reads every row so.

const plain = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: 17 })

/**
 * Refuses what a double cannot hold to its last digit: an answer with another number than the stored one would hide a fault of ours.
 * What is longer belongs into a column of text; an average or a quotient is cast in its SQL, `avg(x)::float8`.
 */
export function parseNumeric(stored: string): number {
  const number = Number(stored)
  // Zeros at the end are the column's scale and no part of the number.
  const digits = stored.includes('.') ? stored.replace(/\.?0+$/, '') : stored
  if (Number.isFinite(number) && (String(number) === digits || plain.format(number) === digits)) return number
  throw new RangeError(`a number cannot hold ${stored} exactly: cast it in the statement, or keep it as text`)
}
