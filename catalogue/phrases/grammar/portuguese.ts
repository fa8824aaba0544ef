// What the Portuguese of Brazil and that of Portugal have in common.
import { type CountPhrases, countPhrases, type Gender, pluralOfWords } from './noun-phrases.ts'

const endings = [
  [/ão$/, 'ões'],
  [/m$/, 'ns'],
  [/([aeou])l$/, '$1is'],
  [/([rsz])$/, '$1es'],
  [/$/, 's'],
] as const

/** The number of records of a list whose noun has no other phrases. Example: `...counted('chamado', 'm')`. */
export const counted = (one: string, gender: Gender): CountPhrases =>
  countPhrases(`${gender === 'f' ? 'nenhuma' : 'nenhum'} ${one}`, one, pluralOfWords(one, endings))
