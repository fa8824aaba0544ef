// Words that belong to no feature: what every list, form and dialog says. Each feature keeps its own beside its screens.
import type { Language } from '../languages.ts'
import enUS from './general/en-US.ts'
import es from './general/es.ts'
import ptBR from './general/pt-BR.ts'
import ptPT from './general/pt-PT.ts'

/** The shape of a set of phrases: pt-BR gives the keys, the others must have them all. */
export type Phrases<Source> = { [Key in keyof Source]: Source[Key] extends string ? string : Phrases<Source[Key]> }

export const generalPhrases: Record<Language, Phrases<typeof ptBR>> = {
  'pt-BR': ptBR,
  'en-US': enUS,
  es,
  'pt-PT': ptPT,
}
