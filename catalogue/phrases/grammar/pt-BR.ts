import {
  capital,
  type CountPhrases,
  countPhrases,
  type Gender,
  type NounPhrases,
  pluralOfWords,
  portugueseEndings,
} from './noun-phrases.ts'

/** The number of records of a list whose noun has no other phrases. Example: `...counted('chamado', 'm')`. */
export const counted = (one: string, gender: Gender): CountPhrases =>
  countPhrases(`${gender === 'f' ? 'nenhuma' : 'nenhum'} ${one}`, one, pluralOfWords(one, portugueseEndings))

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
      removed: `{{actor}} excluiu ${the} ${one} {{target}}`,
    },
  }
}
