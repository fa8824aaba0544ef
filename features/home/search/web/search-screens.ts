// Finds screens by their menu titles with the server's rules: case and accents are ignored, and titles that begin with the search come
// first.
import { plain } from '#platform/contract/plain.ts'

/** A screen that the person may open, with its title in their language. */
export type SearchScreen = { path: string; text: string }

/** The screens whose title contains every word of the search, best first; none for an empty search. */
export function findScreens<Screen extends SearchScreen>(screens: readonly Screen[], search: string): Screen[] {
  const phrase = plain(search).trim().replace(/\s+/g, ' ')
  if (phrase === '') return []
  const ranked = screens.map((screen) => ({ screen, rank: rankOf(plain(screen.text), phrase) }))
  return ranked
    .filter(({ rank }) => rank < nowhere)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ screen }) => screen)
}

const nowhere = 3

function rankOf(text: string, phrase: string): number {
  if (text.startsWith(phrase)) return 0
  if (text.includes(` ${phrase}`)) return 1
  return phrase.split(' ').every((word) => text.includes(word)) ? 2 : nowhere
}
