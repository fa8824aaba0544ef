// The phrases of the product by their keys. A journey names the phrase that it looks for, so that a changed wording changes no journey.
// Only the sentences of the specification are literal (told-sentences/), which a unit test compares with the phrases.
import { createInstance, type TFunction } from 'i18next'
import { type Language, languages } from '#catalogue/languages.ts'
import type { PortalPhrases } from '#apps/web/phrases.ts'
import enUS from '#apps/generated/phrases/en-US.ts'
import es from '#apps/generated/phrases/es.ts'
import ptBR from '#apps/generated/phrases/pt-BR.ts'
import ptPT from '#apps/generated/phrases/pt-PT.ts'

const phrases = { 'pt-BR': ptBR, 'en-US': enUS, es, 'pt-PT': ptPT } satisfies Record<Language, PortalPhrases>

const refuse = (problem: string): never => {
  throw new Error(problem)
}

const translator = createInstance({
  resources: Object.fromEntries(languages.map((language) => [language, { translation: phrases[language] }])),
  fallbackLng: false,
  initAsync: false,
  interpolation: { escapeValue: false },
  // A journey that forgets a value would look for a text that no page shows.
  missingInterpolationHandler: (phrase: string, [, name]: RegExpExecArray) =>
    refuse(`“${phrase}” needs the value ${String(name)}.`),
  parseMissingKeyHandler: (key) => refuse(`No phrase has the key ${key}.`),
})
await translator.init()

/** Example: `const say = phrasesOf('pt-BR')`, then `say('general.action.save')` or `say('people.groups.removeMember', { name })`. */
export const phrasesOf = (language: Language): TFunction => translator.getFixedT(language)
