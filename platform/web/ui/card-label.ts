/** Matches a word; `31/12/2026 11:59 PM`, `12 MB` and `192.0.2.1` contain none. */
const aWord = /\p{L}{3}/u

/**
 * Whether a value is clear without a heading, on a card. A number, a day and a yes or no are not. `flags` are the words of the list for
 * yes and no.
 */
export function speaks(value: unknown, flags: readonly string[]): boolean {
  if (typeof value === 'number') return false
  return typeof value !== 'string' || (aWord.test(value) && !flags.includes(value))
}
