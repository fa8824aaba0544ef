/** Sentences about the records of a noun, built from its words in each language. A feature spreads them into its phrases and replaces any. */
export type NounPhrases = CountPhrases & {
  /** The label of one record. */
  noun: string
  /** The button that begins a new record. */
  add: string
  /** The text of a list that has no record yet. */
  empty: string
  /** The refusal of a name that another record has. */
  taken: string
  /** Entries of the audit trail, by event. */
  audit: { added: string; updated: string; removed: string }
}

/** The number of records above a list. */
export type CountPhrases = { counted_zero: string; counted_one: string; counted_other: string }

export type Gender = 'm' | 'f'

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `none`: no record, such as “no alerts”. `many`: the plural of `one`. */
export const countPhrases = (none: string, one: string, many: string): CountPhrases => ({
  counted_zero: capital(none),
  counted_one: `{{count}} ${one}`,
  counted_other: `{{count, number}} ${many}`,
})

/** Endings of words, and those of their plurals. The first that fits decides. */
type Endings = readonly (readonly [RegExp, string])[]

/** Returns the plural of a word. A name with capitals, such as SAML, has none. */
export const pluralOf = (word: string, endings: Endings): string => {
  const [ending, many] = (/[A-Z]/.test(word) ? undefined : endings.find(([one]) => one.test(word))) ?? [/$/, '']
  return word.replace(ending, many)
}

/** Returns the plural of a noun in a Romance language: of each word up to the first preposition. */
export const pluralOfWords = (one: string, endings: Endings): string => {
  const [head = '', ...rest] = one.split(/(?= d[eao] )/)
  const words = head.split(' ').map((word) => pluralOf(word, endings))
  return words.join(' ') + rest.join('')
}
