/** The four languages of the product, in the order in which a person chooses. */
export const languages = ['pt-BR', 'en-US', 'es', 'pt-PT'] as const

export type Language = (typeof languages)[number]

/** The first visit stores it in the browser. */
export const defaultLanguage: Language = 'pt-BR'

/** Used when a call has no `lang` header, the browser has stored no language, or a translation is missing. See decision 0010. */
export const fallbackLanguage: Language = 'en-US'

/** A text written in up to four languages. The main language is always present: platform/contract/main-texts.ts. */
export type Texts = { [L in Language]: string | null }

/** Texts in some languages, beside a plain one that all others have. */
export type ByLanguage = { [L in Language]?: string }

/** The empty values of a form. */
export const noTexts: Texts = { 'pt-BR': '', 'en-US': '', es: '', 'pt-PT': '' }

/** A text of the product in all languages. */
export const inEachLanguage = (text: (language: Language) => string): Record<Language, string> => ({
  'pt-BR': text('pt-BR'),
  'en-US': text('en-US'),
  es: text('es'),
  'pt-PT': text('pt-PT'),
})

/** The text in the given language, else in the fallback language, else in the first language that has one. */
export const inLanguage = (texts: Texts, language: string): string =>
  [languageOf(language), fallbackLanguage, ...languages]
    .map((each) => texts[each])
    .find((text) => typeof text === 'string') ?? ''

/** The language that a header or a stored value names, else the fallback. It never fails: a wrong language must not refuse a call. */
export function languageOf(value: unknown): Language {
  return languages.find((language) => language === value) ?? fallbackLanguage
}
