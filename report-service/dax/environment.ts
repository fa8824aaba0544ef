// The environment in which an expression is compiled: model, filter context, row contexts, variables, row-level security.
// It compiles nothing: compile.ts does.
// Next: compile.ts, scan.ts, rows.ts.
import type { Node, NodeOf, Variable } from './ast.ts'
import type { Filter, FilterContext, Resolved } from './context.ts'
import type { Expr } from './expr.ts'
import type { Rows } from './rows.ts'
import type { ColumnInfo, Schema } from './schema.ts'
import type { Scope } from './scope.ts'
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

/** A variable (VAR). It is compiled on use, but in the environment of its definition. */
export type Named = { variable: Variable; env: Env; scalar: Expr | null }

/** Row-level security conditions. Every scan adds them; no DAX function removes them. */
export type Security = {
  tables: ReadonlySet<string>
  condition(env: Env, resolve: (column: ColumnInfo) => Resolved | null, table: string): Sql
}
export type ScalarFunction = (env: Env, call: NodeOf<'call'>) => Expr
export type TableFunction = (env: Env, call: NodeOf<'call'>) => Rows
export type FilterFunction = (env: Env, call: NodeOf<'call'>) => Adjustment[]

/** Effect of one argument of CALCULATE on the filter context. */
export type Adjustment =
  | { kind: 'replace'; filters: Filter[] }
  | { kind: 'keep'; filters: Filter[] }
  | { kind: 'change'; change: (context: FilterContext) => FilterContext }

export type Library = {
  scalars: ReadonlyMap<string, ScalarFunction>
  tables: ReadonlyMap<string, TableFunction>
  /** Functions with their own meaning as an argument of CALCULATE. */
  filters: ReadonlyMap<string, FilterFunction>
}

/** A measure that the query defines with DEFINE. */
export type DefinedMeasure = { name: string; value: Node }

export type Env = {
  schema: Schema
  library: Library
  makeAlias: (prefix: string) => string
  context: FilterContext
  /** Row contexts, innermost last. */
  rows: readonly RowContext[]
  variables: ReadonlyMap<string, Named>
  /** The rows in whose SELECT list the expression is placed. It may collect aggregates for all rows in one scan. */
  scope: Scope | null
  security: Security | null
  definedMeasures: ReadonlyMap<string, DefinedMeasure>
  /** Measures being compiled. Used to refuse recursive measures. */
  measureStack: readonly string[]
}

export function withContext(env: Env, context: FilterContext): Env {
  return { ...env, context }
}

/** The environment inside the SELECT list of these rows. The row becomes the innermost row context. */
export function insideRow(env: Env, row: RowContext, scope: Scope, context: FilterContext): Env {
  return { ...env, rows: [...env.rows, row], scope, context }
}
