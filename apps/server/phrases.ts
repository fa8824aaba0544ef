// Phrases of a feature that the server uses: sentences of refused input, titles of exported files.
import type { Language } from '#catalogue/languages.ts'
import enUS from '../generated/phrases/en-US.ts'
import es from '../generated/phrases/es.ts'
import ptBR from '../generated/phrases/pt-BR.ts'
import ptPT from '../generated/phrases/pt-PT.ts'

const phrases: Record<Language, object> = { 'pt-BR': ptBR, 'en-US': enUS, es, 'pt-PT': ptPT }

/** `phraseOf('users.groups', 'field.name', 'pt-BR')` is the phrase `users.groups.field.name`; undefined when it does not exist. */
export function phraseOf(feature: string, key: string, language: Language): string | undefined {
  const path = [...feature.split('.').map(camelCase), ...key.split('.')]
  const word = path.reduce<unknown>((place, part) => (has(place, part) ? place[part] : undefined), phrases[language])
  return typeof word === 'string' ? word : undefined
}

const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const has = (value: unknown, part: string): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, part)
