// Sentences in four languages, as the specification or the product words them. sentences.test.ts compares them with the phrases.
import { inEachLanguage, type Language, languages } from '#catalogue/languages.ts'

/** In pt-BR, en-US, es and pt-PT. */
export type Sentence = readonly [ptBR: string, enUS: string, es: string, ptPT: string]
export type Sentences = Readonly<Record<string, Sentence>>

/** A place is what a person sees at once: a page, a dialog, or a part of them. */
export type SentencesByPlace = Readonly<Record<string, Sentences>>

export const sentenceIn = (language: Language, sentence: Sentence): string =>
  sentence[languages.indexOf(language)] ?? ''

export type InLanguages = Record<Language, string>

/** The sentences of a table, by language. */
export const inLanguages = <Step extends string>(table: Readonly<Record<Step, Sentence>>): Record<Step, InLanguages> =>
  Object.fromEntries(
    Object.entries<Sentence>(table).map(([step, sentence]) => [
      step,
      inEachLanguage((language) => sentenceIn(language, sentence)),
    ]),
  ) as Record<Step, InLanguages>
