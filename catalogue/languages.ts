/** The four languages of the product. The order is the one in which a person is offered them. */
export const languages = ['pt-BR', 'en-US', 'es', 'pt-PT'] as const

export type Language = (typeof languages)[number]

/** Written to browser storage at the first visit. */
export const defaultLanguage: Language = 'pt-BR'

/** What a call without a `lang` header, an empty browser storage or a missing translation gets. See decision 0010. */
export const fallbackLanguage: Language = 'en-US'

/** What is written once for everybody: in the default language at least. */
export type Texts = { [L in Language]: string | null }

/** Empty boxes of a form. */
export const noTexts: Texts = { 'pt-BR': '', 'en-US': '', es: '', 'pt-PT': '' }

/** A text in somebody's language, or else in the fallback's, or else in the one that is always there. */
export const inLanguage = (texts: Texts, language: string): string =>
  texts[languageOf(language)] ?? texts[fallbackLanguage] ?? texts[defaultLanguage] ?? ''

/** The language a header or a stored value names, or the fallback. Never fails: a wrong language is no reason to refuse a call. */
export function languageOf(value: unknown): Language {
  return languages.find((language) => language === value) ?? fallbackLanguage
}
