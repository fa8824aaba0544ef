// The parts of the environment that a scan needs: model, filter context, row-level security. environment.ts adds the parts that compiling
// needs. Next: scan.ts, security.ts.
import type { Filter, FilterContext, Resolved } from './context.ts'
import type { Expr } from './expr.ts'
import type { ColumnInfo, Schema } from './schema.ts'
import type { Sql } from './sql.ts'

/** A row context: the SQL of the current row's columns, and the filters that context transition makes of the row. */
export type RowContext = {
  /** Model table of the row; null for rows computed by the query. */
  table: string | null
  column(column: ColumnInfo): Resolved | null
  /** A column added by the query, by its name without brackets. */
  named(name: string): Expr | null
  /** A column of the one side that this row is related to. */
  related(column: ColumnInfo): Resolved | null
  transition(): Filter[]
}

/** Row-level security conditions. Every scan adds them; no DAX function removes them. */
export type Security = {
  tables: ReadonlySet<string>
  condition(env: ScanEnv, resolve: (column: ColumnInfo) => Resolved | null, table: string): Sql
}

export type ScanEnv = {
  schema: Schema
  makeAlias: (prefix: string) => string
  context: FilterContext
  security: Security | null
}
