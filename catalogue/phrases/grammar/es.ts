import { capital, type Gender, type NounPhrases } from './noun-phrases.ts'

/** Example: `...noun('etiqueta', 'f')`. `f-el`: feminine with the article of a masculine noun, as in “el área”. */
export function noun(one: string, gender: Gender | 'f-el'): NounPhrases {
  const [the, a] = gender === 'f' ? ['la', 'una'] : ['el', 'un']
  const [theFirst, fresh] = gender === 'm' ? ['el primer', 'Nuevo'] : ['la primera', 'Nueva']
  return {
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
