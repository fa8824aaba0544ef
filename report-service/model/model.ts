// The semantic model as the rest of the report service sees it: tables, measures, relationships, roles.
// It is not the file format (read-tmdl.ts reads that) and holds no rows (build-database.ts loads those).
// Next: read-tmdl.ts, build-database.ts, ../dax/engine.ts.

/** A column's type, in the words of the Tabular Object Model. `decimal` is fixed point with four digits. */
export type DataType = 'int64' | 'double' | 'decimal' | 'string' | 'dateTime' | 'boolean'

export type Column = {
  name: string
  dataType: DataType
  /** The name in the source rows; null for a calculated column. */
  sourceColumn: string | null
  /** DAX of a calculated column; null for a column that is read. */
  expression: string | null
  formatString: string | null
  sortByColumn: string | null
  /** What a visual does with the bare column: `none` groups by it. */
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
  /** Where the rows come from: a file of the project's `data` folder, or DAX. */
  source: { kind: 'file'; file: string } | { kind: 'calculated'; expression: string }
}

/** `from` is the many side. A filter on `to` reaches `from`; the other way only when `crossFilter` is `both`. */
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

/** Row-level security: a row of `table` is seen when `filter` (DAX over a row) holds. Roles of one identity are joined by OR. */
export type Role = { name: string; tablePermissions: { table: string; filter: string }[] }

export type SemanticModel = {
  name: string
  culture: string
  tables: Table[]
  relationships: Relationship[]
  roles: Role[]
}

/** A value of a cell, a literal or an answer. Dates are ISO 8601 without a zone (`2013-11-29T00:00:00`). BLANK() is null. */
export type Value = string | number | boolean | null
