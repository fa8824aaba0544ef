// Statistics about the rows of a built database. They allow faster queries with the same results.
// Next: build-database.ts writes them, ../dax/schema.ts reads them.

export type Statistics = {
  tables: Record<string, TableStatistics>
  /** `isWhole`: every row of the many side has a key with a matching row on the one side. */
  relationships: Record<string, { isWhole: boolean }>
}

export type TableStatistics = {
  rows: number
  hasBlankRow: boolean
  hasTwins: boolean
  /** `hasTwins`: the table has identical rows. `narrow`: not a decimal, or a decimal of 18 digits. */
  columns: Record<string, { nullable: boolean; unique: boolean; narrow: boolean }>
}

/** The entry of a name of the model, which may be `constructor`. */
export const ofName = <T>(record: Record<string, T> | undefined, name: string): T | undefined =>
  record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined

/** A record for names of the model: without a prototype, so that `__proto__` is a name like others. */
export const byName = <T>(entries: Record<string, T> = {}): Record<string, T> =>
  Object.assign(Object.create(null) as Record<string, T>, entries)

/** The statistics of a model without any: no property of its rows may be assumed. */
export const UNKNOWN: Statistics = { tables: {}, relationships: {} }
