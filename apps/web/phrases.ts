// The phrases of the portal: which file holds a language, and the type that makes `t` know every key. pt-BR is the source of the keys; the
// compiler requires them in the others.
import type { Language } from '#catalogue/languages.ts'
import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from '../generated/phrases/pt-BR.ts'

/** `nouns` leads to the same words by noun; screens name their feature. */
export type PortalPhrases = Omit<typeof ptBR, 'nouns'>

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: PortalPhrases }
    returnNull: false
  }
}

const files: Record<Language, () => Promise<{ default: Phrases<PortalPhrases> }>> = {
  'pt-BR': () => import('../generated/phrases/pt-BR.ts'),
  'en-US': () => import('../generated/phrases/en-US.ts'),
  es: () => import('../generated/phrases/es.ts'),
  'pt-PT': () => import('../generated/phrases/pt-PT.ts'),
}

export async function loadPhrases(language: Language): Promise<Phrases<PortalPhrases>> {
  return (await files[language]()).default
}
