// The sentence of an error in a language. The server renders only error sentences; screens translate with i18next.
import { type AdvisedCode, advisedCodes, type ErrorCode, type GeneralCode } from '../errors.ts'
import type { Language } from '../languages.ts'
import adviceEnUS from './advice/en-US.ts'
import adviceEs from './advice/es.ts'
import advicePtBR from './advice/pt-BR.ts'
import advicePtPT from './advice/pt-PT.ts'
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

export const advicePhrases: Record<Language, Record<AdvisedCode | 'others', string>> = {
  'pt-BR': advicePtBR,
  'en-US': adviceEnUS,
  es: adviceEs,
  'pt-PT': advicePtPT,
}

/**
 * What to do about an error, to follow its sentence: the step (`isForAdministrator`), or that an administrator should be told. Empty for errors without advice.
 */
export function adviceOf(code: ErrorCode, language: Language, isForAdministrator: boolean): string {
  if (!isForAdministratorCode(code)) return ''
  return ` ${advicePhrases[language][isForAdministrator ? code : 'others']}`
}

const isForAdministratorCode = (code: ErrorCode): code is AdvisedCode =>
  (advisedCodes as readonly ErrorCode[]).includes(code)
