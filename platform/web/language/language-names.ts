import type { Language } from '#catalogue/languages.ts'

/** Each language in its own words: who does not read the present one still finds theirs. */
export const languageNames: Record<Language, string> = {
  'pt-BR': 'Português (Brasil)',
  'en-US': 'English',
  es: 'Español',
  'pt-PT': 'Português (Portugal)',
}
