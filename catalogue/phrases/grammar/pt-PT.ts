import { capital, type Gender, type NounPhrases } from './noun-phrases.ts'
import { counted } from './portuguese.ts'

export { counted }

/** Example: `...noun('etiqueta', 'f')`. */
export function noun(one: string, gender: Gender): NounPhrases {
  const [the, a, fresh, first] = gender === 'f' ? ['a', 'uma', 'Nova', 'primeira'] : ['o', 'um', 'Novo', 'primeiro']
  return {
    ...counted(one, gender),
    noun: capital(one),
    add: `${fresh} ${one}`,
    empty: `Adicione ${the} ${first} ${one}.`,
    taken: `Já existe ${a} ${one} com este nome`,
    audit: {
      added: `{{actor}} adicionou ${the} ${one} {{target}}`,
      updated: `{{actor}} alterou ${the} ${one} {{target}}`,
      removed: `{{actor}} eliminou ${the} ${one} {{target}}`,
    },
  }
}
