// The language of the screens: which one, where it is stored, and its phrases, loaded on demand. It does not know the phrases:
// apps/web/phrases.ts loads them. The server sends the sentences of errors. Next: formats.ts (dates and numbers), language-menu.tsx.
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { initReactI18next } from 'react-i18next/initReactI18next'
import { defaultLanguage, type Language, languageOf } from '#catalogue/languages.ts'
import { readPlain, writePlain } from '../session/plain-storage.ts'

const storageKey = 'language'

export type LoadPhrases = (language: Language) => Promise<object>

let load: LoadPhrases = () => Promise.resolve({})

/** The stored language; an empty storage gives en-US (specification, section 1; decision 0010). */
export function readLanguage(): Language {
  return languageOf(readPlain(storageKey))
}

/**
 * Loads the phrases before the first screen. The first visit writes the language of the host into the storage. When the host does not
 * answer, it writes pt-BR.
 */
export async function startLanguage(loadPhrases: LoadPhrases, languageOfHost: () => Promise<Language>): Promise<void> {
  load = loadPhrases
  if (readPlain(storageKey) === null) writePlain(storageKey, await languageOfHost().catch(() => defaultLanguage))
  await i18next.use(initReactI18next).init({
    lng: readLanguage(),
    fallbackLng: false, // every set of phrases has every key: the compiler says so
    resources: {},
    interpolation: { escapeValue: false }, // React escapes
    react: { useSuspense: false },
  })
  await showLanguage(readLanguage())
}

/** Shows and stores a language. Missing phrases are loaded first, so no screen shows keys. */
export async function showLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await load(language))
  }
  writePlain(storageKey, language)
  document.documentElement.lang = language
  await i18next.changeLanguage(language)
}

/** The language on screen; follows a change. */
export function useLanguage(): Language {
  return languageOf(useTranslation().i18n.language)
}
