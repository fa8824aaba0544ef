// What a person calls a field, for the sentences of refused input: the word the feature's own screen has for it.
import type { Language } from '#catalogue/languages.ts'
import enUS from '../phrases/en-US.ts'
import es from '../phrases/es.ts'
import ptBR from '../phrases/pt-BR.ts'
import ptPT from '../phrases/pt-PT.ts'

const phrases: Record<Language, object> = { 'pt-BR': ptBR, 'en-US': enUS, es, 'pt-PT': ptPT }

/** `labelOf('users.groups', 'name', 'pt-BR')` is `users.groups.field.name` of the phrases; the field's own name where there is none. */
export function labelOf(feature: string, field: string, language: Language): string {
  const path = [...feature.split('.').map(camelCase), 'field', field]
  const word = path.reduce<unknown>((place, key) => (isRecord(place) ? place[key] : undefined), phrases[language])
  return typeof word === 'string' ? word : field
}

const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
