// Helpers to read and validate the arguments of functions.
import type { Node, NodeOf } from '../ast.ts'
import { DaxError } from '../errors.ts'
import type { Env } from '../environment.ts'
import type { ColumnInfo } from '../schema.ts'

/** Throws unless the call has `min` to `max` arguments. */
export function takes(call: NodeOf<'call'>, min: number, max: number): void {
  const count = call.arguments.length
  if (count >= min && count <= max) return
  const expectedCount = min === max ? `${min}` : max === Infinity ? `at least ${min}` : `${min} to ${max}`
  throw new DaxError('binding', `${call.name} takes ${expectedCount} arguments, not ${count}.`, call.at)
}

/** The argument at this index. Throws if it was left out. */
export function requiredArgument(call: NodeOf<'call'>, index: number): Node {
  const node = call.arguments[index]
  if (!node) throw new DaxError('binding', `Argument ${index + 1} of ${call.name} is missing.`, call.at)
  return node
}

/** The arguments from this index on. Throws if one was left out. */
export function argumentsFrom(call: NodeOf<'call'>, first: number): Node[] {
  return call.arguments.slice(first).map((_, index) => requiredArgument(call, first + index))
}

/** A column argument with its table. */
export function columnArgument(env: Env, node: Node): ColumnInfo {
  if (node.kind !== 'column' || node.table === null)
    throw new DaxError('binding', "A column such as 'Table'[Column] is expected here.", node.at)
  return env.schema.column(node.table, node.name, node.at)
}

/** A string literal, such as the name of a new column. */
export function textArgument(node: Node): string {
  if (node.kind !== 'string') throw new DaxError('binding', 'A text between double quotes is expected here.', node.at)
  return node.value
}

/** The model table of a quoted or unquoted name; null for any other node. */
export function tableArgument(env: Env, node: Node): ReturnType<Env['schema']['findTable']> {
  if (node.kind !== 'table' && node.kind !== 'name') return null
  return env.schema.findTable(node.name)
}

/** True for DESC or 0, false for ASC or 1; `otherwise` if the argument is left out. */
export function descends(node: Node | null, otherwise: boolean): boolean {
  if (node === null) return otherwise
  if (node.kind === 'name' && /^(asc|desc)$/i.test(node.name)) return node.name.toLowerCase() === 'desc'
  if (node.kind === 'number') return node.value === 0
  throw new DaxError('binding', 'ASC or DESC is expected here.', node.at)
}
