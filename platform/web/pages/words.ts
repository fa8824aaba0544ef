// Where the sentences of an entity's pages stand: a prefix in the phrases, below which every list and form finds the same names.
import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'

/** A place in the phrases that has what a list and a form say. */
export type Words = { [Key in ParseKeys]: Key extends `${infer Prefix}.purpose` ? Prefix : never }[ParseKeys]

/** Example: `const words = useWords('shifts')`, then `words.title`, `words.field('name')`. */
export function useWords(words: Words) {
  const { t, i18n } = useTranslation()
  const say = (key: string) => t(key as ParseKeys)
  return {
    title: say(`${words}.title`),
    purpose: say(`${words}.purpose`),
    add: say(`${words}.add`),
    /** Why a list is empty that nobody has filtered, and what to do. */
    empty: say(`${words}.empty`),
    /** What goes when a record is removed, where it is more than the record. */
    deleteText: i18n.exists(`${words}.deleteText`) ? say(`${words}.deleteText`) : undefined,
    field: (name: string) => say(`${words}.field.${name}`),
    /** The sentence under a field, where there is one. */
    help: (name: string) => (i18n.exists(`${words}.help.${name}`) ? say(`${words}.help.${name}`) : undefined),
    /** A choice by its name; undefined where the value is no choice. */
    chosen: (name: string, value: string) =>
      i18n.exists(`${words}.choice.${name}.${value}`) ? say(`${words}.choice.${name}.${value}`) : undefined,
    choice: (name: string, value: string) => say(`${words}.choice.${name}.${value}`),
  }
}
