import { capital, type CountPhrases, countPhrases, type NounPhrases, pluralOf } from './noun-phrases.ts'

const endings = [
  [/([^aeiou])y$/, '$1ies'],
  [/(s|x|ch|sh)$/, '$1es'],
  [/$/, 's'],
] as const

/** The last word has the plural. */
const pluralOfNoun = (one: string) => one.replace(/[^ ]+$/, (word) => pluralOf(word, endings))

/** The number of records of a list whose noun has no other phrases. Example: `...counted('bill')`, or `...counted('person', 'people')`. */
export const counted = (one: string, many = pluralOfNoun(one)): CountPhrases => countPhrases(`no ${many}`, one, many)

/** Example: `...noun('tag')`. The article follows the first letter; `noun('user group', 'a')` where the sound differs from it. */
export function noun(one: string, article = /^[aeiou]/i.test(one) ? 'an' : 'a', many?: string): NounPhrases {
  return {
    ...counted(one, many),
    noun: capital(one),
    add: `New ${one}`,
    empty: `Add the first ${one}.`,
    taken: `${capital(article)} ${one} with this name already exists`,
    audit: {
      added: `{{actor}} added the ${one} {{target}}`,
      updated: `{{actor}} changed the ${one} {{target}}`,
      removed: `{{actor}} removed the ${one} {{target}}`,
    },
  }
}
