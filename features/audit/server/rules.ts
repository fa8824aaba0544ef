// What an entry means to a person, without asking anything: its sentence in a language, the events that a word means, its changes.
import { errors, type ErrorCode } from '#catalogue/errors.ts'
import { type Language, languages } from '#catalogue/languages.ts'
import { errorSentence } from '#catalogue/phrases/sentence.ts'
import { fail } from '#platform/contract/failure.ts'
import { plain } from '#platform/contract/plain.ts'
import { isSecretName } from '#platform/server/audit.ts'
import { auditDays } from '../contract.ts'
import enUS from '../phrases/en-US.ts'
import es from '../phrases/es.ts'
import ptBR from '../phrases/pt-BR.ts'
import ptPT from '../phrases/pt-PT.ts'

export const auditPhrases = { 'pt-BR': ptBR, 'en-US': enUS, es, 'pt-PT': ptPT }

type Nested = { [key: string]: string | Nested }

/** The words of an event in a language, with `{{actor}}` and `{{target}}`; undefined for one that has none. */
export function wordsOf(event: string, language: Language): string | undefined {
  const place = event
    .split('.')
    .reduce<string | Nested | undefined>(
      (at, key) => (typeof at === 'object' && Object.hasOwn(at, key) ? at[key] : undefined),
      auditPhrases[language].event as Nested,
    )
  return typeof place === 'string' ? place : undefined
}

type Told = {
  event: string
  actor_name: string | null
  actor_email: string | null
  target_name: string | null
  target_id: string | null
}

/** "Ana Souza adicionou o relatório Vendas". Never a code: an event without words is a change. */
export function sentenceOf(
  { event, actor_name, actor_email, target_name, target_id }: Told,
  language: Language,
): string {
  const { system, event: known } = auditPhrases[language]
  const values = { actor: actor_name ?? actor_email ?? system, target: target_name ?? target_id ?? '' }
  return (wordsOf(event, language) ?? known.other).replace(
    /\{\{(actor|target)\}\}/g,
    (_, name: 'actor' | 'target') => values[name],
  )
}

const mostTerms = 8

/** Each word of a search must be found, wherever: "ana relatório" finds what Ana did to reports. */
export const termsOf = (search: string): string[] => search.split(/\s+/).filter(Boolean).slice(0, mostTerms)

/** The events whose words, in any of our languages, contain a term. Names are searched in the database. */
export function eventsLike(term: string): string[] {
  const sought = plain(term)
  return allWords.flatMap(([event, words]) => (words.includes(sought) ? [event] : []))
}

const eventsIn = (place: Nested, before: string): string[] =>
  Object.entries(place).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${before}${key}`] : eventsIn(value, `${before}${key}.`),
  )

export const knownEvents = eventsIn(ptBR.event, '').filter((event) => event !== 'other')

const allWords = knownEvents.map((event): [string, string] => [
  event,
  plain(languages.map((language) => wordsOf(event, language)?.replace(/\{\{\w+\}\}/g, '') ?? '').join('\n')),
])

/** More than a year at once is refused; where only one day is given the database keeps the range. */
export function mustBeShort(from: string | undefined, to: string | undefined): void {
  const days = from && to ? (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1 : 0
  if (days > auditDays.most) fail('call.invalid', { fields: { from: 'invalid' } })
}

export type Change = { field: string; before: unknown; after: unknown }

/** The fields of an entry with before and after. The reason of a refusal becomes its sentence; a secret is masked once more (Z3). */
export function changesOf(stored: unknown, language: Language): Change[] {
  if (typeof stored !== 'object' || stored === null) return []
  return Object.entries(stored).map(([field, pair]) => {
    const [before, after] = (Array.isArray(pair) ? pair : []).map((value: unknown) =>
      field === 'reason' ? reasonOf(value, language) : masked(field, value),
    )
    return { field, before: before ?? null, after: after ?? null }
  })
}

function reasonOf(value: unknown, language: Language): unknown {
  const code = (Object.keys(errors) as ErrorCode[]).find((each) => errors[each].key === value)
  return code === undefined ? value : errorSentence(code, language)
}

/** The writer masks the fields of a record; what stands deeper inside of one is masked here. */
function masked(field: string, value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (isSecretName(field)) return '•'
  if (Array.isArray(value)) return value.map((item) => masked('', item))
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(key, item)]))
  }
  return value
}
