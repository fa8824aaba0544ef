import { useTranslation } from 'react-i18next'
import { defaultLanguage, inLanguage, type Texts } from '#catalogue/languages.ts'
import { useFormats } from '../../language/formats.ts'
import { type PhrasePrefix, usePhrases } from '../use-phrases.ts'

/** A field's value as text: the label of a choice, the names of records, the length of other lists. */
export function useValueText(prefix: PhrasePrefix): (field: string, value: unknown) => string {
  const { t, i18n } = useTranslation()
  const phrases = usePhrases(prefix)
  const { day, dateTime } = useFormats()
  const text = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('general.merge.empty')
    if (typeof value === 'boolean') return t(value ? 'general.action.yes' : 'general.action.no')
    if (typeof value === 'number') return value.toLocaleString(i18n.language)
    if (value instanceof Date) return dateTime(value)
    // A custom field may also hold a day, recognised by its format.
    if (typeof value === 'string') return phrases.chosen(field, value) ?? (isDay.test(value) ? day(value) : value)
    if (isTexts(value)) return inLanguage(value, i18n.language)
    const items = Array.isArray(value) ? value : [value]
    const names = items.map((item: unknown) => (typeof item === 'string' ? text(field, item) : nameOf(item)))
    if (names.every((name) => name !== undefined) && names.length > 0)
      return new Intl.ListFormat(i18n.language).format(names)
    return t('general.list.count', { count: items.length })
  }
  return text
}

const isTexts = (value: unknown): value is Texts =>
  typeof value === 'object' && value !== null && defaultLanguage in value

/** A calendar day of the wire. */
const isDay = /^\d{4}-\d\d-\d\d$/

const nameOf = (item: unknown): string | undefined =>
  typeof item === 'object' && item !== null && 'name' in item ? String(item.name) : undefined
