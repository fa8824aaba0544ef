/** A word of its own: `31/12/2026 11:59 PM`, `12 MB` and `192.0.2.1` have none. */
const aWord = /\p{L}{3}/u

/** Does a value say by itself what it is, on a card without headings? A number, a day and a yes or no do not. `flags` are yes and no as the list says them. */
export function speaks(value: unknown, flags: readonly string[]): boolean {
  if (typeof value === 'number') return false
  return typeof value !== 'string' || (aWord.test(value) && !flags.includes(value))
}
