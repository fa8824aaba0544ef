/** Sentences about the records of a noun, built from its words in each language. A feature spreads them into its phrases and replaces any. */
export type NounPhrases = {
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

export type Gender = 'm' | 'f'

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
