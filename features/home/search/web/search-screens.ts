// Finds screens by their menu titles with the server's rules: case and accents are ignored, and titles that begin with the search come
// first. Everyday words for a screen count from their beginning. Parts of words come last, and not the short ones.
import { plain } from '#platform/contract/plain.ts'

/** A screen that the person may open, with its title in their language, and other words for it. */
export type SearchScreen = { path: string; text: string; words?: string }

/** The screens whose title or other words contain every word of the search, best first; none for an empty search. */
export function findScreens<Screen extends SearchScreen>(screens: readonly Screen[], search: string): Screen[] {
  const phrase = plain(search).trim().replace(/\s+/g, ' ')
  if (phrase === '') return []
  const ranked = screens.map((screen) => ({ screen, rank: rankOf(screen, phrase) }))
  return ranked
    .filter(({ rank }) => rank < nowhere)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ screen }) => screen)
}

const nowhere = 5

/** Letters of a part of a word: *sso* is no search for *pessoas*. */
const shortest = 4

function rankOf({ text: shown, words = '' }: SearchScreen, phrase: string): number {
  const text = plain(shown)
  if (text.startsWith(phrase)) return 0
  if (text.includes(` ${phrase}`)) return 1
  const parts = wordsOf(phrase)
  if (parts.length === 0) return nowhere
  // People write “email” for “e-mail”.
  const known = wordsOf(plain(`${shown} ${words}`).replaceAll('e-mail', 'e-mail email'))
  if (parts.every((part) => known.includes(part))) return 2
  if (parts.every((part) => known.some((word) => word.startsWith(part)))) return 3
  return parts.every((part) => part.length >= shortest && text.includes(part)) ? 4 : nowhere
}

const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
