// The semantic model used by the report service: tables, measures, relationships, roles.
// It is not the file format (read-tmdl.ts reads that) and contains no rows (build-database.ts loads those).
// Next: read-tmdl.ts, build-database.ts, ../dax/engine.ts.

/** Type of a column, with the names of the Tabular Object Model. `decimal` is fixed point with four decimal places. */
export type DataType = 'int64' | 'double' | 'decimal' | 'string' | 'dateTime' | 'boolean'

export type Column = {
  name: string
  dataType: DataType
  /** Name in the source rows; null for a calculated column. */
  sourceColumn: string | null
  /** DAX of a calculated column; null for a source column. */
  expression: string | null
  formatString: string | null
  sortByColumn: string | null
  /** Default aggregation of the column in a visual. `none`: the visual groups by it. */
  summarizeBy: 'none' | 'sum' | 'average' | 'min' | 'max' | 'count' | 'distinctCount'
  isKey: boolean
  isHidden: boolean
  description: string | null
}

export type Measure = {
  name: string
  expression: string
  formatString: string | null
  displayFolder: string | null
  isHidden: boolean
  description: string | null
}

export type Table = {
  name: string
  isHidden: boolean
  description: string | null
  columns: Column[]
  measures: Measure[]
  /**
   * Source of the rows: a file in the project's `data` folder, or DAX. `days`: columns of the file whose dates have no time, whatever the
   * file contains.
   */
  source: { kind: 'file'; file: string; days?: string[] } | { kind: 'calculated'; expression: string }
}

/** `from` is the many side. A filter on `to` also filters `from`; the reverse applies only if `crossFilter` is `both`. */
export type Relationship = {
  id: string
  fromTable: string
  fromColumn: string
  toTable: string
  toColumn: string
  fromCardinality: 'one' | 'many'
  toCardinality: 'one' | 'many'
  crossFilter: 'single' | 'both'
  isActive: boolean
}

/**
 * Row-level security: a reader sees a row of `table` if `filter` (a DAX condition) is true. Several roles of one
 * identity are combined with OR.
 */
export type Role = { name: string; tablePermissions: { table: string; filter: string }[] }

export type SemanticModel = {
  name: string
  culture: string
  tables: Table[]
  relationships: Relationship[]
  roles: Role[]
  /** The last day of the data, as `2013-12-31`. After it, relative dates count from this day. Absent for data that go on. */
  relativeDatesUntil?: string
}

/** Value of a cell or literal. Dates are ISO 8601 without time zone (`2013-11-29T00:00:00`). BLANK() is null. */
export type Value = string | number | boolean | null
