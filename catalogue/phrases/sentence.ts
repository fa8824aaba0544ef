// The sentence of an error in a language. The server renders only error sentences; screens translate with i18next.
import type { GeneralCode } from '../errors.ts'
import type { Language } from '../languages.ts'
import enUS from './errors/en-US.ts'
import es from './errors/es.ts'
import ptBR from './errors/pt-BR.ts'
import ptPT from './errors/pt-PT.ts'

export const errorPhrases: Record<Language, Record<GeneralCode, string>> = {
  'pt-BR': ptBR,
  'en-US': enUS,
  es,
  'pt-PT': ptPT,
}

export type PhraseValues = Record<string, string | number>

/** Fills `{{name}}` in the sentence of `code`. A name without a value becomes empty. */
export function errorSentence(code: GeneralCode, language: Language, values: PhraseValues = {}): string {
  return errorPhrases[language][code].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}
