// SQL fragments with their parameters and the row aliases that they refer to.
// Prevents SQL injection: only sql`…` with constant text, names through ident(), values through param().
// Next: compile.ts, scan.ts.
import type { DataType } from '../model/model.ts'
import { DaxError } from './errors.ts'

/** A value to bind when the statement runs: a constant of the query, or a field of the reader's identity. */
export type Parameter =
  | { kind: 'value'; value: string | number | bigint | boolean }
  | { kind: 'identity'; field: 'username' | 'customData' }

/** `refs`: aliases used in the fragment but defined outside it. A fragment with refs is correlated. */
export type Sql = { pieces: readonly (string | Parameter)[]; refs: ReadonlySet<string>; length: number }

const NO_REFS: ReadonlySet<string> = new Set()

/** Maximum length of a statement. A short query must not become a huge statement. */
const LONGEST_SQL = 2_000_000

export function sql(strings: TemplateStringsArray, ...parts: Sql[]): Sql {
  const pieces: (string | Parameter)[] = []
  for (const [index, text] of strings.entries()) {
    if (text !== '') pieces.push(text)
    const part = parts[index]
    if (part) pieces.push(...part.pieces)
  }
  return made(pieces, parts)
}

export function join(parts: readonly Sql[], separator: string): Sql {
  const pieces: (string | Parameter)[] = []
  for (const [index, part] of parts.entries()) {
    if (index > 0) pieces.push(separator)
    pieces.push(...part.pieces)
  }
  return made(pieces, parts)
}

function made(parted: (string | Parameter)[], parts: readonly Sql[]): Sql {
  const pieces = merged(parted)
  const length = pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece.length : 8), 0)
  if (length > LONGEST_SQL) throw new DaxError('limit', 'The question grows too large.')
  const leaning = parts.filter((part) => part.refs.size > 0)
  const refs = leaning.length === 0 ? NO_REFS : new Set(leaning.flatMap((part) => [...part.refs]))
  return { pieces, refs, length }
}

/** Merges adjacent texts, which keeps the lists short. */
function merged(pieces: (string | Parameter)[]): (string | Parameter)[] {
  const result: (string | Parameter)[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') result[result.length - 1] = last + piece
    else result.push(piece)
  }
  return result
}

/** A quoted SQL identifier for a name of the model. */
export function ident(name: string): Sql {
  const text = `"${name.replaceAll('"', '""')}"`
  return { pieces: [text], refs: NO_REFS, length: text.length }
}

/** A column of a row alias. Only this function adds a reference to an alias. */
export function columnOf(alias: string, column: string): Sql {
  const text = `${alias}."${column.replaceAll('"', '""')}"`
  return { pieces: [text], refs: new Set([alias]), length: text.length }
}

/** A constant SQL word: an alias, a keyword or a type. Never text from a query. */
export function word(text: string): Sql {
  if (!/^[\w ,()]*$/.test(text)) throw new Error(`"${text}" is not a word of ours.`)
  return { pieces: [text], refs: NO_REFS, length: text.length }
}

export function param(parameter: Parameter, type: DataType): Sql {
  return cast({ pieces: [parameter], refs: NO_REFS, length: 8 }, type)
}

/** The fragment after its aliases are defined around it. */
export function enclosed(piece: Sql, aliases: Iterable<string>): Sql {
  const refs = new Set(piece.refs)
  for (const alias of aliases) refs.delete(alias)
  return { ...piece, refs }
}

export const SQL_TYPES: Record<DataType, string> = {
  int64: 'BIGINT',
  double: 'DOUBLE',
  decimal: 'DECIMAL(19,4)',
  string: 'VARCHAR',
  dateTime: 'TIMESTAMP',
  boolean: 'BOOLEAN',
}

export function cast(piece: Sql, type: DataType): Sql {
  return sql`cast(${piece} as ${word(SQL_TYPES[type])})`
}

/** Decimals of 18 digits fit 64 bits. Sums over many rows are then tens of times faster than with 128 bits. */
export const NARROW_DECIMAL = 'DECIMAL(18,4)'

export function castNarrow(piece: Sql): Sql {
  return sql`cast(${piece} as ${word(NARROW_DECIMAL)})`
}

/** The text with `$1 …` and the values to bind. Equal parameters share a number. */
export function rendered(piece: Sql): { text: string; parameters: Parameter[] } {
  const numbers = new Map<string, number>()
  const parameters: Parameter[] = []
  const texts = piece.pieces.map((part) => {
    if (typeof part === 'string') return part
    const key = keyOf(part)
    const number = numbers.get(key) ?? parameters.push(part)
    numbers.set(key, number)
    return `$${number}`
  })
  return { text: texts.join(''), parameters }
}

/** A key that is equal for fragments with the same SQL and the same parameters. */
export function sameness(piece: Sql): string {
  return JSON.stringify(piece.pieces.map((part) => (typeof part === 'string' ? part : [keyOf(part)])))
}

/** Matches quoted names, quoted texts and generated aliases. */
const ALIASES = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\b[a-z]\d+\b/g

/** Aliases in a fragment, in the order of first use. */
export function aliasesOf(piece: Sql): string[] {
  const found = new Set<string>()
  for (const part of piece.pieces) {
    if (typeof part !== 'string') continue
    for (const [text] of part.matchAll(ALIASES)) if (!/^["']/.test(text)) found.add(text)
  }
  return [...found]
}

/** The fragment with other aliases. */
export function renamed(piece: Sql, names: ReadonlyMap<string, string>): Sql {
  const rename = (text: string): string => names.get(text) ?? text
  const pieces = piece.pieces.map((part) => (typeof part === 'string' ? part.replace(ALIASES, rename) : part))
  return { pieces, refs: new Set([...piece.refs].map(rename)), length: piece.length }
}

function keyOf(parameter: Parameter): string {
  if (parameter.kind === 'identity') return `identity ${parameter.field}`
  return `${typeof parameter.value} ${String(parameter.value)}`
}
