// The environment in which an expression is compiled: model, filter context, row contexts, variables, row-level security.
// It compiles nothing: compile.ts does.
// Next: compile.ts, scan-environment.ts, rows.ts.
import type { Node, NodeOf, Variable } from './ast.ts'
import { type Filter, type FilterContext, rebound } from './context.ts'
import type { Expr } from './expr.ts'
import type { Rows } from './rows.ts'
import type { RowContext, ScanEnv } from './scan-environment.ts'
import type { Scope } from './scope.ts'

/** A variable (VAR). It is compiled on use, but in the environment of its definition. */
export type ScopedVariable = { variable: Variable; env: Env; scalar: Expr | null }

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

export type Env = ScanEnv & {
  library: Library
  /** Row contexts, innermost last. */
  rows: readonly RowContext[]
  variables: ReadonlyMap<string, ScopedVariable>
  /** The rows in whose SELECT list the expression is placed. It may collect aggregates for all rows in one scan. */
  scope: Scope | null
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

/** The environment for one row of these rows. */
export function ofRow(env: Env, rows: Rows): Env {
  return insideRow(env, rows.row, rows.scope, rebound(env.context, rows.keys))
}
