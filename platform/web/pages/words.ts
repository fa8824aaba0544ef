// Where the phrases of an entity's pages are: a prefix below which every list and form finds the same keys.
import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'

/** A place in the phrases that has the keys of a list and a form. */
export type Words = { [Key in ParseKeys]: Key extends `${infer Prefix}.purpose` ? Prefix : never }[ParseKeys]

/** Example: `const words = useWords('organisation.shifts')`, then `words.title`, `words.field('name')`. */
export function useWords(words: Words) {
  const { t, i18n } = useTranslation()
  const say = (key: string) => t(key as ParseKeys)
  return {
    title: say(`${words}.title`),
    purpose: say(`${words}.purpose`),
    add: say(`${words}.add`),
    /** Why an unfiltered list is empty, and what to do. */
    empty: say(`${words}.empty`),
    /** What is removed together with a record, when it is more than the record. */
    deleteText: i18n.exists(`${words}.deleteText`) ? say(`${words}.deleteText`) : undefined,
    field: (name: string) => say(`${words}.field.${name}`),
    /** The help text under a field, if any. */
    help: (name: string) => (i18n.exists(`${words}.help.${name}`) ? say(`${words}.help.${name}`) : undefined),
    /** The label of a choice; undefined when the value is not a choice. */
    chosen: (name: string, value: string) =>
      i18n.exists(`${words}.choice.${name}.${value}`) ? say(`${words}.choice.${name}.${value}`) : undefined,
    choice: (name: string, value: string) => say(`${words}.choice.${name}.${value}`),
  }
}
