// What the grammar of DAX says, before any name is looked up.
// Next: parser.ts makes it, environment.ts and library.ts give it meaning.
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
  /** A bare word: a variable, or a table written without quotes. */
  | { kind: 'name'; name: string }
  | { kind: 'table'; name: string }
  /** `Sales[Amount]`, or `[Amount]` with table null: a measure, or a column that the row at hand has. */
  | { kind: 'column'; table: string | null; name: string }
  /** An argument left out between commas is null. */
  | { kind: 'call'; name: string; arguments: (Node | null)[] }
  | { kind: 'unary'; operator: '-' | '+' | 'not'; operand: Node }
  | { kind: 'binary'; operator: BinaryOperator; left: Node; right: Node }
  /** `(a, b) IN table`; a single value is a list of one. */
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
