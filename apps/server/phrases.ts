// Phrases of features that the server says: labels of refused fields, headings of exported files, sentences of errors.
import type { ErrorCode, GeneralCode } from '#catalogue/errors.ts'
import type { Language } from '#catalogue/languages.ts'
import { adviceOf, errorPhrases, errorSentence, type PhraseValues } from '#catalogue/phrases/sentence.ts'
import enUS from '../generated/phrases/en-US.ts'
import es from '../generated/phrases/es.ts'
import ptBR from '../generated/phrases/pt-BR.ts'
import ptPT from '../generated/phrases/pt-PT.ts'
import { sharedLabels } from './labels.ts'

const phrases = { 'pt-BR': ptBR, 'en-US': enUS, es, 'pt-PT': ptPT } satisfies Record<Language, object>

/** The phrases of features by their noun, for the audit trail. */
export const nounPhrases = {
  'pt-BR': ptBR.nouns,
  'en-US': enUS.nouns,
  es: es.nouns,
  'pt-PT': ptPT.nouns,
} satisfies Record<Language, object>

/**
 * `phraseOf('people.groups', 'field.name', 'pt-BR')` is the phrase `people.groups.field.name`. A field without
 * one has the label of `sharedLabels`. Undefined when none exists.
 */
export function phraseOf(feature: string, key: string, language: Language): string | undefined {
  const own = phraseAt(`${camelCase(feature)}.${key}`, language)
  if (own !== undefined) return own
  const shared = has(labelKeys, key) ? labelKeys[key] : undefined
  return shared === undefined ? undefined : phraseAt(shared, language)
}

/** `sharedLabels` with the keys by which features ask: `field.status`. */
const labelKeys: Record<string, string> = Object.fromEntries(
  Object.entries(sharedLabels).map(([field, phrase]) => [`field.${field}`, phrase]),
)

function phraseAt(key: string, language: Language): string | undefined {
  const word = key
    .split('.')
    .reduce<unknown>((branch, part) => (has(branch, part) ? branch[part] : undefined), phrases[language])
  return typeof word === 'string' ? word : undefined
}

const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const has = (value: unknown, part: string): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, part)

/** The sentence of any error code: a general one with its advice, or that of a name that another record of the noun has. */
export function sentenceOf(
  code: ErrorCode,
  language: Language,
  values: PhraseValues = {},
  hasAdvice: boolean = false,
): string {
  if (isGeneral(code, language)) return errorSentence(code, language, values) + adviceOf(code, language, hasAdvice)
  const noun = code.slice(0, code.indexOf('.'))
  return phraseAt(`nouns.${noun}.taken`, language) ?? errorSentence('call.invalid', language)
}

const isGeneral = (code: ErrorCode, language: Language): code is GeneralCode =>
  Object.hasOwn(errorPhrases[language], code)
