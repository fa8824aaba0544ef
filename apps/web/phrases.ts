// The phrases of the portal: which file holds a language, and the type that makes `t` know every key. pt-BR is the source of the keys; the
// compiler requires them in the others.
import type { Language } from '#catalogue/languages.ts'
import type { PhrasePart } from '#platform/web/language/language.ts'
import type ptBR from '../generated/phrases/pt-BR.ts'

/** Screens name a phrase by its feature; `nouns` has the same phrases by noun. */
export type PortalPhrases = Omit<typeof ptBR, 'nouns'>

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: PortalPhrases }
    returnNull: false
  }
}

const files: Record<Language, Record<PhrasePart, () => Promise<{ default: object }>>> = {
  'pt-BR': {
    first: () => import('../generated/phrases/first/pt-BR.ts'),
    reader: () => import('../generated/phrases/reader/pt-BR.ts'),
    rest: () => import('../generated/phrases/rest/pt-BR.ts'),
  },
  'en-US': {
    first: () => import('../generated/phrases/first/en-US.ts'),
    reader: () => import('../generated/phrases/reader/en-US.ts'),
    rest: () => import('../generated/phrases/rest/en-US.ts'),
  },
  es: {
    first: () => import('../generated/phrases/first/es.ts'),
    reader: () => import('../generated/phrases/reader/es.ts'),
    rest: () => import('../generated/phrases/rest/es.ts'),
  },
  'pt-PT': {
    first: () => import('../generated/phrases/first/pt-PT.ts'),
    reader: () => import('../generated/phrases/reader/pt-PT.ts'),
    rest: () => import('../generated/phrases/rest/pt-PT.ts'),
  },
}

export async function loadPhrases(language: Language, part: PhrasePart): Promise<object> {
  return (await files[language][part]()).default
}
