// The language of the screens: which one, where it is stored, and its phrases, loaded on demand. It does not know the phrases:
// apps/web/phrases.ts loads them. The server sends the sentences of errors. Next: formats.ts (dates and numbers), language-menu.tsx.
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { initReactI18next } from 'react-i18next/initReactI18next'
import { defaultLanguage, type Language, languageOf } from '#catalogue/languages.ts'
import { readPlain, writePlain } from '../session/plain-storage.ts'

const storageKey = 'language'

/**
 * The files of a language: the phrases of the first page (sign-in, home and the frame around every screen), those of the screens of readers,
 * and all others.
 */
export type PhrasePart = 'first' | 'reader' | 'rest'
export type LoadPhrases = (language: Language, part: PhrasePart) => Promise<object>

let load: LoadPhrases = () => Promise.resolve({})

/** The parts that the open page needs, in whichever language. */
const neededParts = new Set<PhrasePart>(['first'])

/** The requests for phrases, by language and part. */
const requests = new Map<string, Promise<void>>()

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
  await loadPhrases(language)
  writePlain(storageKey, language)
  document.documentElement.lang = language
  await i18next.changeLanguage(language)
}

/** The loads that run, by their parts. */
const loads = new Map<string, Promise<void>>()

/** Loads all phrases. Callers get the same promise while they load, so that React can wait for it. */
export const loadAllPhrases = (): Promise<void> => loadParts(['reader', 'rest'])

function loadParts(parts: readonly PhrasePart[]): Promise<void> {
  for (const part of parts) neededParts.add(part)
  const language = readLanguage()
  const key = `${language} ${parts.join(' ')}`
  const running = loads.get(key)
  if (running) return running
  const started = Promise.all(parts.map((part) => loadPart(language, part))).then(() => {})
  const load = started.finally(() => loads.delete(key))
  loads.set(key, load)
  return load
}

/** True when the phrases of the visible language have the key. */
export function hasPhrase(key: string): boolean {
  return i18next.getResource(i18next.language, 'translation', key) !== undefined
}

/** Returns a load of a file and of all phrases. Both are fetched at the same time, and the load ends when both are there. */
export function withAllPhrases<Module>(loadFile: () => Promise<Module>): () => Promise<Module> {
  return async () => (await Promise.all([loadFile(), loadAllPhrases()]))[0]
}

/** Returns a load of a file that uses only the phrases of the first page and of the screens of readers (`readerFeatures` of features/list.ts). */
export function withReaderPhrases<Module>(loadFile: () => Promise<Module>): () => Promise<Module> {
  return async () => (await Promise.all([loadFile(), loadParts(['reader'])]))[0]
}

/** Loads the needed parts in one language, and then those that became necessary meanwhile. */
async function loadPhrases(language: Language): Promise<void> {
  const parts = [...neededParts]
  await Promise.all(parts.map((part) => loadPart(language, part)))
  if (parts.length < neededParts.size) await loadPhrases(language)
}

function loadPart(language: Language, part: PhrasePart): Promise<void> {
  const key = `${language} ${part}`
  const present = requests.get(key)
  if (present) return present
  const request = load(language, part).then(
    (phrases) => void i18next.addResourceBundle(language, 'translation', phrases, true),
    (error: unknown) => {
      // The network may be unavailable: the next screen requests the phrases again.
      requests.delete(key)
      throw error
    },
  )
  requests.set(key, request)
  return request
}

/** The language on screen; follows a change. */
export function useLanguage(): Language {
  return languageOf(useTranslation().i18n.language)
}
