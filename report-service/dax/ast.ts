// The syntax tree of DAX. Names are not looked up yet.
// Next: parser.ts creates it; compile.ts compiles it.
import type { Position } from './errors.ts'

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '^'
  | '&'
  | '='
  | '=='
  | '<>'
  | '<'
  | '<='
  | '>'
  | '>='
  | '&&'
  | '||'

export type Node = { at: Position } & (
  | { kind: 'number'; value: number; isWhole: boolean }
  | { kind: 'string'; value: string }
  | { kind: 'date'; value: string }
  /** An unquoted name: a variable or a table. */
  | { kind: 'name'; name: string }
  | { kind: 'table'; name: string }
  /** `Sales[Amount]`, or `[Amount]` with table null: a measure, or a column of the current row. */
  | { kind: 'column'; table: string | null; name: string }
  /** A call. An argument left out between commas is null. */
  | { kind: 'call'; name: string; arguments: (Node | null)[] }
  | { kind: 'unary'; operator: '-' | '+' | 'not'; operand: Node }
  | { kind: 'binary'; operator: BinaryOperator; left: Node; right: Node }
  /** `(a, b) IN table`. For a single value, `left` has one element. */
  | { kind: 'in'; left: Node[]; right: Node }
  | { kind: 'tableConstructor'; rows: Node[][] }
  | { kind: 'block'; variables: Variable[]; result: Node }
)

export type Variable = { name: string; value: Node; at: Position }

export type Definition =
  | { kind: 'measure'; table: string; name: string; value: Node; at: Position }
  | { kind: 'variable'; name: string; value: Node; at: Position }

export type Ordering = { by: Node; descending: boolean }

export type Query = { definitions: Definition[]; evaluate: Node; orderBy: Ordering[] }

export type NodeOf<K extends Node['kind']> = Extract<Node, { kind: K }>
