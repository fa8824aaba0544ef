// The phrases of an entity's pages: a prefix below which every list and form finds the same keys.
import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'

/** The prefix of phrases that have the keys of a list and a form. */
export type PhrasePrefix = { [Key in ParseKeys]: Key extends `${infer Prefix}.purpose` ? Prefix : never }[ParseKeys]

/** Example: `const phrases = usePhrases('organisation.shifts')`, then `phrases.title`, `phrases.field('name')`. */
export function usePhrases(prefix: PhrasePrefix) {
  const { t, i18n } = useTranslation()
  const say = (key: string) => t(key as ParseKeys)
  return {
    title: say(`${prefix}.title`),
    purpose: say(`${prefix}.purpose`),
    add: say(`${prefix}.add`),
    /** The number of records, where a list has a better word than records. */
    counted: (count: number) =>
      i18n.exists(`${prefix}.counted_other`) ? t(`${prefix}.counted` as ParseKeys, { count }) : undefined,
    /** Why an unfiltered list is empty, and what to do. */
    empty: say(`${prefix}.empty`),
    /** The text about the data that is removed together with a record; undefined when nothing else is removed. */
    deleteText: i18n.exists(`${prefix}.deleteText`) ? say(`${prefix}.deleteText`) : undefined,
    field: (name: string) => say(`${prefix}.field.${name}`),
    /** The help text under a field, if any. */
    help: (name: string) => (i18n.exists(`${prefix}.help.${name}`) ? say(`${prefix}.help.${name}`) : undefined),
    /** The label of a choice; undefined when the value is not a choice. */
    chosen: (name: string, value: string) =>
      i18n.exists(`${prefix}.choice.${name}.${value}`) ? say(`${prefix}.choice.${name}.${value}`) : undefined,
    choice: (name: string, value: string) => say(`${prefix}.choice.${name}.${value}`),
  }
}
