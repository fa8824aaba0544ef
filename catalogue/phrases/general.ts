// Phrases of no single feature: those of every list, form and dialog. Each feature keeps its own phrases beside its screens.
import type { Language } from '../languages.ts'
import enUS from './general/en-US.ts'
import es from './general/es.ts'
import ptBR from './general/pt-BR.ts'
import ptPT from './general/pt-PT.ts'
import type { Phrases } from './phrases.ts'

export const generalPhrases: Record<Language, Phrases<typeof ptBR>> = {
  'pt-BR': ptBR,
  'en-US': enUS,
  es,
  'pt-PT': ptPT,
}
