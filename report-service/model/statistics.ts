// What is found out once about the rows of a built database, so that questions may be answered faster and still rightly.
// Next: build-database.ts writes it, ../dax/schema.ts reads it.

export type Statistics = {
  tables: Record<string, TableStatistics>
  /** `isWhole`: every row of the many side has a key and its row on the one side. */
  relationships: Record<string, { isWhole: boolean }>
}

export type TableStatistics = {
  rows: number
  hasBlankRow: boolean
  hasTwins: boolean
  /** `narrow`: a decimal of eighteen digits, or no decimal. */
  columns: Record<string, { nullable: boolean; unique: boolean; narrow: boolean }>
}

/** Nothing is known: everything is taken to be possible. */
export const UNKNOWN: Statistics = { tables: {}, relationships: {} }
