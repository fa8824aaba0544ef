// Audit entries as text: the sentence of an entry in a language, the events that match a word, and the changes. Pure functions, no I/O.
import { errors, type GeneralCode } from '#catalogue/errors.ts'
import { type Language, languages } from '#catalogue/languages.ts'
import { errorPhrases, errorSentence } from '#catalogue/phrases/sentence.ts'
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

/** The phrases of each noun, in each language: its events are under `audit`, the label of a record under `noun`. */
export type NounPhrases = Record<Language, Readonly<Record<string, object>>>

type Described = {
  event: string
  actor_name: string | null
  actor_origin: string | null
  actor_email: string | null
  target_name: string | null
  target_id: string | null
}

export type AuditPhrases = ReturnType<typeof createAuditPhrases>

/** Builds functions that write audit entries as text, from the phrases of the audit trail and of all nouns. */
export function createAuditPhrases(nouns: NounPhrases) {
  const events = byLanguage((language) => ({ ...auditPhrases[language].event, ...eventsOfNouns(nouns[language]) }))

  /** Returns the sentence template of an event in a language, with `{{actor}}` and `{{target}}`; undefined for an unknown event. */
  const templateOf = (event: string, language: Language): string | undefined => phraseAt(events[language], event)

  /**
   * Returns the sentence of an entry, such as "Ana Souza adicionou o relatório Vendas". An unknown event gets a general sentence, never its
   * code.
   */
  const sentenceOf = (entry: Described, language: Language): string => {
    const { system, event: known } = auditPhrases[language]
    const actor = entry.actor_name ?? entry.actor_email ?? system
    const values = {
      actor: entry.actor_origin === null ? actor : `${actor} (${entry.actor_origin})`,
      target: entry.target_name ?? entry.target_id ?? '',
    }
    return (templateOf(entry.event, language) ?? known.other).replace(
      /\{\{(actor|target)\}\}/g,
      (_, name: 'actor' | 'target') => values[name],
    )
  }

  /** Returns the label of a kind of record, or its code when it has no label. */
  const kindOf = (type: string, language: Language): string =>
    phraseAt(nouns[language] as Nested, `${type}.noun`) ?? phraseAt(auditPhrases[language].target, type) ?? type

  const knownEvents = eventsIn(events['pt-BR'], '').filter((event) => event !== 'other')
  const searchableTemplates = knownEvents.map((event): [string, string] => [
    event,
    plain(languages.map((language) => templateOf(event, language)?.replace(/\{\{\w+\}\}/g, '') ?? '').join('\n')),
  ])

  /** Returns the events whose sentence template contains a term, in any language. The database searches the names. */
  const eventsLike = (term: string): string[] => {
    const sought = plain(term)
    return searchableTemplates.flatMap(([event, template]) => (template.includes(sought) ? [event] : []))
  }

  return { templateOf, sentenceOf, kindOf, knownEvents, eventsLike }
}

const byLanguage = <T>(make: (language: Language) => T) =>
  Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<Language, T>

const eventsOfNouns = (nouns: Readonly<Record<string, object>>): Nested =>
  Object.fromEntries(
    Object.entries(nouns).flatMap(([noun, phrases]) => ('audit' in phrases ? [[noun, phrases.audit as Nested]] : [])),
  )

function phraseAt(phrases: Nested, key: string): string | undefined {
  const word = key
    .split('.')
    .reduce<string | Nested | undefined>(
      (branch, part) => (typeof branch === 'object' && Object.hasOwn(branch, part) ? branch[part] : undefined),
      phrases,
    )
  return typeof word === 'string' ? word : undefined
}

const eventsIn = (phrases: Nested, before: string): string[] =>
  Object.entries(phrases).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${before}${key}`] : eventsIn(value, `${before}${key}.`),
  )

const maxTerms = 8

/** Splits a search into its words. An entry must match each of them: "ana relatório" finds changes of reports by Ana. */
export const termsOf = (search: string): string[] => search.split(/\s+/).filter(Boolean).slice(0, maxTerms)

/** Refuses a range of more than `auditDays.max` days. If only one day is given, the SQL limits the range. */
export function checkPeriod(from: string | undefined, to: string | undefined): void {
  const days = from && to ? (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1 : 0
  if (days > auditDays.max) fail('call.invalid', { fields: { from: 'invalid' } })
}

export type Change = { field: string; before: unknown; after: unknown }

/** Returns the changed fields of an entry. Translates the reason of a refusal into its message, and masks secrets again (Z3). */
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
  const code = (Object.keys(errorPhrases[language]) as GeneralCode[]).find((each) => errors[each].key === value)
  return code === undefined ? value : errorSentence(code, language)
}

/** Masks secrets in nested values. The writer has masked only top-level fields. */
function masked(field: string, value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (isSecretName(field)) return '•'
  if (Array.isArray(value)) return value.map((item) => masked('', item))
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(key, item)]))
  }
  return value
}
