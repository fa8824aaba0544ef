import {
  capital,
  type CountPhrases,
  countPhrases,
  type Gender,
  type NounPhrases,
  pluralOfWords,
} from './noun-phrases.ts'

const endings = [
  [/ión$/, 'iones'],
  [/z$/, 'ces'],
  [/([aeioukt])$/, '$1s'],
  [/$/, 'es'],
] as const

/** The number of records of a list whose noun has no other phrases. Example: `...counted('factura', 'f')`. */
export const counted = (one: string, gender: Gender | 'f-el'): CountPhrases =>
  countPhrases(`${gender === 'f' ? 'ninguna' : 'ningún'} ${one}`, one, pluralOfWords(one, endings))

/** Example: `...noun('etiqueta', 'f')`. `f-el`: feminine with the article of a masculine noun, as in “el área”. */
export function noun(one: string, gender: Gender | 'f-el'): NounPhrases {
  const [the, a] = gender === 'f' ? ['la', 'una'] : ['el', 'un']
  const [theFirst, fresh] = gender === 'm' ? ['el primer', 'Nuevo'] : ['la primera', 'Nueva']
  return {
    ...counted(one, gender),
    noun: capital(one),
    add: `${fresh} ${one}`,
    empty: `Agregue ${theFirst} ${one}.`,
    taken: `Ya existe ${a} ${one} con este nombre`,
    audit: {
      added: `{{actor}} agregó ${the} ${one} {{target}}`,
      updated: `{{actor}} modificó ${the} ${one} {{target}}`,
      removed: `{{actor}} eliminó ${the} ${one} {{target}}`,
    },
  }
}
