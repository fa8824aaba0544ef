// The words of a feature where the server speaks to people: sentences of refused input, headings of exported files.
import type { Language } from '#catalogue/languages.ts'
import enUS from '../phrases/en-US.ts'
import es from '../phrases/es.ts'
import ptBR from '../phrases/pt-BR.ts'
import ptPT from '../phrases/pt-PT.ts'

const phrases: Record<Language, object> = { 'pt-BR': ptBR, 'en-US': enUS, es, 'pt-PT': ptPT }

/** `phraseOf('users.groups', 'field.name', 'pt-BR')` is `users.groups.field.name` of the phrases; undefined where there is none. */
export function phraseOf(feature: string, key: string, language: Language): string | undefined {
  const path = [...feature.split('.').map(camelCase), ...key.split('.')]
  const word = path.reduce<unknown>((place, part) => (has(place, part) ? place[part] : undefined), phrases[language])
  return typeof word === 'string' ? word : undefined
}

const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const has = (value: unknown, part: string): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, part)
