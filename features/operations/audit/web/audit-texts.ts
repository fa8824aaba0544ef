// Texts of audit entries: sentences of events, labels of fields, texts of values.
import { useTranslation } from 'react-i18next'
import { settingsWireNames } from '#features/organisation/settings/contract.ts'
import { useFormats } from '#platform/web/language/formats.ts'

type AuditEntry = {
  event: string
  actor_name: string | null
  actor_origin: string | null
  actor_email: string | null
  target_type: string | null
  target_name: string | null
  target_id: string | null
  tenant_name: string | null
}

/** The type of `t` for phrase keys that are built from an entry. */
type Translate = (key: string, values?: Record<string, string>) => string

/** A part of a sentence, so that a screen can emphasise actor and target. `origin`: that of an actor who is staff, shown apart from the name. */
export type SentencePart = { kind: 'word' | 'actor' | 'target'; text: string; origin?: string }

/** Characters of the Unicode private use area, at which the sentence is split. No name contains them. */
const marks = { actor: '\uE001', target: '\uE002' }

export function useSentence() {
  const { t, i18n } = useTranslation()
  const translate = t as unknown as Translate
  const key = (event: string) => eventKeys(event).find((each) => i18n.exists(each)) ?? 'operations.audit.event.other'
  return {
    parts: (entry: AuditEntry): SentencePart[] => {
      const actor = entry.actor_name ?? entry.actor_email ?? t('operations.audit.system')
      const list = listTitleKey(entry)
      const target = list !== null && i18n.exists(list) ? translate(list) : (entry.target_name ?? entry.target_id ?? '')
      return translate(key(entry.event), marks)
        .split(/([\uE001\uE002])/)
        .filter(Boolean)
        .map((text) =>
          text === marks.actor
            ? { kind: 'actor', text: actor, ...(entry.actor_origin !== null && { origin: entry.actor_origin }) }
            : text === marks.target
              ? { kind: 'target', text: target }
              : { kind: 'word', text },
        )
    },
    /** Returns the sentence of an event without names: "Adicionou o relatório". */
    nameOf: (event: string) => capital(translate(key(event), { actor: '…', target: '…' }).replace(/^… | …$/g, '')),
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * Returns the phrase keys of an event's sentence: `tag.added` is among the phrases of the noun, `sign_in.done` among those of the audit
 * trail.
 */
function eventKeys(event: string): string[] {
  const [noun = '', verb = ''] = event.split('.')
  return [`nouns.${noun}.audit.${verb}`, `operations.audit.event.${event}`]
}

/** Returns the codes of all events that have a sentence. */
export function useEvents(): string[] {
  const nouns = Object.entries(usePhraseTree('nouns'))
  const nounEvents = nouns.flatMap(([noun, phrases]) => codesIn(subtreeOf(phrases, 'audit'), `${noun}.`))
  return [...codesIn(usePhraseTree('operations.audit.event'), '').filter((event) => event !== 'other'), ...nounEvents]
}

/**
 * Returns the possible subjects of an entry with their labels; `session` is a sign-in. A team is not listed, because its members are
 * people.
 */
export function useTargets(): { value: string; label: string }[] {
  const nouns = Object.entries(usePhraseTree('nouns')).flatMap(([noun, phrases]) =>
    'noun' in subtreeOf(phrases) ? [noun] : [],
  )
  const labelOf = useTargetLabel()
  return [...nouns, ...codesIn(usePhraseTree('operations.audit.target'), '')].map((value) => ({
    value,
    label: labelOf(value),
  }))
}

export function useTargetLabel() {
  const { t, i18n } = useTranslation()
  const translate = t as unknown as Translate
  return (type: string): string => {
    const known = [`nouns.${type}.noun`, `operations.audit.target.${type}`].find((key) => i18n.exists(key))
    return known === undefined ? type : translate(known)
  }
}

function usePhraseTree(key: string): PhraseTree {
  const { i18n } = useTranslation()
  return (i18n.getResource(i18n.resolvedLanguage ?? i18n.language, 'translation', key) as PhraseTree | undefined) ?? {}
}

type PhraseTree = { [key: string]: string | PhraseTree }

const subtreeOf = (phrases: string | PhraseTree | undefined, key?: string): PhraseTree => {
  if (typeof phrases !== 'object') return {}
  return key === undefined ? phrases : subtreeOf(phrases[key])
}

const codesIn = (phrases: PhraseTree, before: string): string[] =>
  Object.entries(phrases).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${before}${key}`] : codesIn(value, `${before}${key}.`),
  )

/**
 * Returns the phrase key of an exported list's title, because the entry stores the title in the exporter's language. Null: the target is
 * not a list. An exported list of people outside business units is a partner's team.
 */
export function listTitleKey({
  event,
  target_type,
  tenant_name,
}: Pick<AuditEntry, 'event' | 'target_type' | 'tenant_name'>) {
  if (event !== 'list.exported') return null
  const type = target_type === 'user' && tenant_name === null ? 'team' : target_type
  return `nouns.${type}.title`
}

/** Returns the phrase keys of a field's label, the most specific key first. */
export const labelKeys = (type: string | null, field: string): string[] => [
  `nouns.${type}.field.${wireNamesOf(type)[field] ?? field}`,
  `nouns.${type}.field.${field}`,
  `operations.audit.field.${field}`,
]

/** Returns the phrase keys of a field's value, the most specific key first. */
export const choiceKeys = (type: string | null, field: string, value: string): string[] => [
  `nouns.${type}.choice.${field}.${value}`,
  `nouns.${type}.${field}.${value}`,
  `nouns.${type}.${field}s.${value}`,
  `nouns.user.${field}.${value}`,
]

/** Maps columns, which name fields in the audit trail, to wire names, which name them in the phrases of a screen. */
const wireNamesOf = (type: string | null): Record<string, string> =>
  type === 'settings' ? settingsWireNames : wireNames
const wireNames = { name: 'nome_usuario', profile: 'perfil_usuario', partner_id: 'parceiro_id' }

/** Returns the person or the user group of a field that stores a grant of a report. Null: the field is of another kind. */
export function granteeOf(field: string): { type: string; id: string } | null {
  const [, kind, id] = /^(user|group) ([\da-f-]{36})$/.exec(field) ?? []
  return id === undefined ? null : { type: kind === 'user' ? 'user' : 'user_group', id }
}

/** `items`: the elements of a list; absent for another value. */
export type DisplayedValue = { text: string; kind: 'plain' | 'quiet' | 'long'; items?: string[] }

/** Returns functions that label and format the fields of one kind of record; `names` maps ids to the names of records. */
export function useFieldTexts(type: string | null, names: Readonly<Record<string, string>>) {
  const { t, i18n } = useTranslation()
  const translate = t as unknown as Translate
  const { dateTime, number } = useFormats()
  const first = (keys: string[]) => keys.find((key) => i18n.exists(key))
  const targetOf = useTargetLabel()
  const labelOf = (field: string) => {
    const grantee = granteeOf(field)
    if (grantee !== null) return `${targetOf(grantee.type)}: ${names[grantee.id] ?? grantee.id}`
    const known = first(labelKeys(type, field))
    return known === undefined ? field.replaceAll('_', ' ') : translate(known)
  }
  const valueOf = (field: string, value: unknown): DisplayedValue => {
    if (value === null || value === undefined || value === '')
      return { text: t('operations.audit.nothing'), kind: 'quiet' }
    if (value === '•') return { text: t('operations.audit.secret'), kind: 'quiet' }
    if (typeof value === 'boolean')
      return { text: t(value ? 'operations.audit.yes' : 'operations.audit.no'), kind: 'plain' }
    if (typeof value === 'number') return { text: number(value), kind: 'plain' }
    if (typeof value === 'string')
      return { text: textFor(field, value), kind: value.length > longText ? 'long' : 'plain' }
    if (isTextList(value)) {
      const items = value.map((item) => textFor(field, item))
      const text = items.join(', ')
      return { text, items, kind: text.length > longText ? 'long' : 'plain' }
    }
    if (Array.isArray(value) && value.length === 0)
      return { text: t('operations.audit.items', { count: 0 }), kind: 'quiet' }
    return { text: JSON.stringify(value, withRecordName, 2), kind: 'long' }
  }
  const withRecordName = (_key: string, value: unknown) => (typeof value === 'string' ? (names[value] ?? value) : value)
  const textFor = (field: string, text: string) => {
    const name = names[text]
    if (name !== undefined) return name
    // Only a value that looks like one of our codes may be used as a phrase key.
    const known = /^[\w-]{1,20}$/.test(text) ? first(choiceKeys(type, field, text)) : undefined
    if (known !== undefined) return translate(known)
    return instantText.test(text) ? dateTime(new Date(text)) : text
  }
  return { labelOf, valueOf }
}

const longText = 240
const instantText = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')
