// What an expression is compiled in: the model, the filter context, the rows around it, variables, and who may see what.
// It compiles nothing itself: compile.ts does.
// Next: compile.ts, scan.ts, rows.ts.
import type { Node, NodeOf, Variable } from './ast.ts'
import type { Filter, FilterContext, Resolved } from './context.ts'
import type { Expr } from './expr.ts'
import type { Rows } from './rows.ts'
import type { ColumnInfo, Schema } from './schema.ts'
import type { Scope } from './scope.ts'
import type { Sql } from './sql.ts'

/** One row at hand: what its columns are in SQL, and the filters it turns into when a measure is asked. */
export type RowContext = {
  /** The model table whose row this is; null for rows that a question has made. */
  table: string | null
  column(column: ColumnInfo): Resolved | null
  /** A column that a question has added, by its name without brackets. */
  named(name: string): Expr | null
  /** A column of the one side that this row belongs to. */
  related(column: ColumnInfo): Resolved | null
  transition(): Filter[]
}

/** A name given by VAR: compiled where it is used, but as it was meant where it was written. */
export type Named = { variable: Variable; env: Env; scalar: Expr | null }

/** Row-level security: added to every scan, removed by nothing. */
export type Security = {
  tables: ReadonlySet<string>
  condition(env: Env, resolve: (column: ColumnInfo) => Resolved | null, table: string): Sql
}
export type ScalarFunction = (env: Env, call: NodeOf<'call'>) => Expr
export type TableFunction = (env: Env, call: NodeOf<'call'>) => Rows
export type FilterFunction = (env: Env, call: NodeOf<'call'>) => Adjustment[]

/** What one argument of CALCULATE does to the filter context. */
export type Adjustment =
  | { kind: 'replace'; filters: Filter[] }
  | { kind: 'keep'; filters: Filter[] }
  | { kind: 'change'; change: (context: FilterContext) => FilterContext }

export type Library = {
  scalars: ReadonlyMap<string, ScalarFunction>
  tables: ReadonlyMap<string, TableFunction>
  /** Functions that mean something of their own as an argument of CALCULATE. */
  filters: ReadonlyMap<string, FilterFunction>
}

/** A measure written in the question by DEFINE. */
export type DefinedMeasure = { name: string; value: Node }

export type Env = {
  schema: Schema
  library: Library
  makeAlias: (prefix: string) => string
  context: FilterContext
  /** Innermost last. */
  rows: readonly RowContext[]
  variables: ReadonlyMap<string, Named>
  /** The rows in whose SELECT list we stand, where an aggregate may be computed for all rows at once. */
  scope: Scope | null
  security: Security | null
  definedMeasures: ReadonlyMap<string, DefinedMeasure>
  /** Measures being compiled, to refuse one that asks for itself. */
  trail: readonly string[]
}

export function withContext(env: Env, context: FilterContext): Env {
  return { ...env, context }
}

/** Inside the SELECT list of these rows: the row is at hand, and nearer names stand for the same keys. */
export function insideRow(env: Env, row: RowContext, scope: Scope, context: FilterContext): Env {
  return { ...env, rows: [...env.rows, row], scope, context }
}
