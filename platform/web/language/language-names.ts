import type { Language } from '#catalogue/languages.ts'

/** Each language in its own language, so that a person who does not read the current one still finds theirs. */
export const languageNames: Record<Language, string> = {
  'pt-BR': 'Português (Brasil)',
  'en-US': 'English',
  es: 'Español',
  'pt-PT': 'Português (Portugal)',
}
