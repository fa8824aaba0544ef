// Finds screens by the words a person reads in the menu, as the server finds names: case and accents apart, beginnings first.
import { plain } from '#platform/contract/plain.ts'

/** A screen that is open to the person, in their language. */
export type SearchScreen = { path: string; words: string }

/** The screens whose words contain every word of the search, the best first; none for an empty one. */
export function findScreens<Screen extends SearchScreen>(screens: readonly Screen[], search: string): Screen[] {
  const phrase = plain(search).trim().replace(/\s+/g, ' ')
  if (phrase === '') return []
  const ranked = screens.map((screen) => ({ screen, rank: rankOf(plain(screen.words), phrase) }))
  return ranked
    .filter(({ rank }) => rank < nowhere)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ screen }) => screen)
}

const nowhere = 3

function rankOf(words: string, phrase: string): number {
  if (words.startsWith(phrase)) return 0
  if (words.includes(` ${phrase}`)) return 1
  return phrase.split(' ').every((word) => words.includes(word)) ? 2 : nowhere
}
