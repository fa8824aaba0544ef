import { capital, type NounPhrases } from './noun-phrases.ts'

/** Example: `...noun('tag')`. The article follows the first letter; `noun('user group', 'a')` where the sound differs from it. */
export function noun(one: string, article = /^[aeiou]/i.test(one) ? 'an' : 'a'): NounPhrases {
  return {
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
