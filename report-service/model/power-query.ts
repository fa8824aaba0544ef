// Reads the steps of a Power Query expression that follow a data file. It runs none of them: a closed list of steps can be taken over
// into the names and types of the columns, and every other step is refused, because without it the rows would be wrong.
// Next: read-tmdl.ts (the caller), build-database.ts (loads the file).
import type { DataType } from './model.ts'

/** A step that is not supported. The message names it. */
export class StepError extends Error {
  override readonly name = 'StepError'
}

/** The columns that a query makes of a data file. */
export type QueryColumns = {
  /** The column of the file that has this name after all steps; null if the query leaves no such column. */
  sourceOf: (name: string) => string | null
  /** The type of a column of the file; null if no step sets one. `day`: a date without time. */
  typeOf: (source: string) => StepType | null
  /** The name of the step that sets the types, for messages. */
  typedBy: (source: string) => string
}
type StepType = DataType | 'day'

/** Name of the file in the data folder that the query reads: the only source that is understood. Null for another source. */
export const fileOfQuery = (query: string): string | null =>
  /\b(?:Parquet|Csv)\.Document\(\s*File\.Contents\([^"()]*"(?:[^"]*[\\/])?([^"\\/]+)"/.exec(query)?.[1] ?? null

/** Reads the steps after the file. Throws StepError for a step that is not in the list. */
export function columnsOfQuery(query: string): QueryColumns {
  const { steps, result } = readLet(tokensOf(query))
  const columns = new StepColumns()
  applySteps(result, 'the result', { steps, columns, depth: 0 })
  return columns
}

type Reading = { steps: ReadonlyMap<string, string[]>; columns: StepColumns; depth: number }

/** A query has far fewer steps. The limit ends a step that refers to itself. */
const DEEPEST = 300

function applySteps(tokens: string[], step: string, reading: Reading): void {
  const [first = ''] = tokens
  const referred = tokens.length === 1 ? reading.steps.get(nameOf(first)) : undefined
  if (reading.depth > DEEPEST) throw new StepError(`the step "${step}" refers to itself`)
  if (referred) return applySteps(referred, nameOf(first), { ...reading, depth: reading.depth + 1 })
  const call = readCall(tokens)
  if (call === null) throw unsupported(step, first)
  if (/^(Parquet|Csv)\.Document$/.test(call.name) && readCall(call.arguments[0] ?? [])?.name === 'File.Contents') return
  const apply = Object.hasOwn(STEPS, call.name) ? STEPS[call.name] : undefined
  const [before, ...rest] = call.arguments
  if (!apply || !before) throw unsupported(step, call.name)
  applySteps(before, step, { ...reading, depth: reading.depth + 1 })
  if (!apply(reading.columns, rest, { step, isOnFile: isFile(before, reading.steps) }))
    throw unsupported(step, call.name)
}

const unsupported = (step: string, what: string): StepError =>
  new StepError(`the step "${step}" (${what}) is not supported`)

function isFile(tokens: string[], steps: Reading['steps']): boolean {
  const referred = tokens.length === 1 ? steps.get(nameOf(tokens[0] ?? '')) : undefined
  return readCall(referred ?? tokens)?.name === 'Csv.Document'
}

/** Takes a step over; false if it has a form that is not supported. */
type Apply = (columns: StepColumns, rest: string[][], at: { step: string; isOnFile: boolean }) => boolean

const STEPS: Readonly<Record<string, Apply>> = {
  'Table.Buffer': (_, rest) => rest.length === 0,
  // The first line of a CSV file always holds the names here.
  'Table.PromoteHeaders': (_, __, { isOnFile }) => isOnFile,
  'Table.TransformColumnTypes': (columns, [pairs, culture], { step }) => {
    // Another culture reads other numbers and dates from the same text.
    if (culture !== undefined && culture.join('') !== '"en-US"') return false
    return pairsOf(pairs).every(([column, type]) => columns.setType(column, type.join(' '), step))
  },
  'Table.RenameColumns': (columns, [pairs, ...options]) => options.length === 0 && columns.rename(pairsOf(pairs)),
  'Table.RemoveColumns': (columns, [names, ...options]) => options.length === 0 && columns.remove(textsOf(names)),
  'Table.SelectColumns': (columns, [names, ...options]) => options.length === 0 && columns.select(textsOf(names)),
  'Table.ReorderColumns': (_, [names, ...options]) => options.length === 0 && textsOf(names).length > 0,
}

const TYPES: Readonly<Record<string, StepType | 'any'>> = {
  'Int64.Type': 'int64',
  'type number': 'double',
  'Number.Type': 'double',
  'Double.Type': 'double',
  'Percentage.Type': 'double',
  'Currency.Type': 'decimal',
  'type text': 'string',
  'Text.Type': 'string',
  'type logical': 'boolean',
  'Logical.Type': 'boolean',
  'type datetime': 'dateTime',
  'DateTime.Type': 'dateTime',
  'type date': 'day',
  'Date.Type': 'day',
  'type any': 'any',
  'Any.Type': 'any',
}

class StepColumns implements QueryColumns {
  /** Names of the file's columns by their present names, only of those that a step has renamed. */
  readonly #renamed = new Map<string, string>()
  /** Names that no longer exist. */
  readonly #gone = new Set<string>()
  #selected: Set<string> | null = null
  readonly #types = new Map<string, { type: StepType; step: string }>()

  sourceOf(name: string): string | null {
    const source = this.#renamed.get(name)
    if (source === undefined && this.#gone.has(name)) return null
    return this.#selected === null || this.#selected.has(name) ? (source ?? name) : null
  }

  typeOf(source: string): StepType | null {
    return this.#types.get(source)?.type ?? null
  }

  typedBy(source: string): string {
    return this.#types.get(source)?.step ?? ''
  }

  setType(name: string, text: string, step: string): boolean {
    const source = this.sourceOf(name)
    const plain = text.replace(/^type nullable /, 'type ')
    const type = Object.hasOwn(TYPES, plain) ? TYPES[plain] : undefined
    if (name === '' || source === null || type === undefined) return false
    if (type === 'any') return true
    const before = this.#types.get(source)
    // Two types after each other change the values twice, such as a number that is rounded before it becomes text.
    if (before && before.type !== type) return false
    this.#types.set(source, { type, step })
    return true
  }

  rename(pairs: [string, string[]][]): boolean {
    const moves = pairs.flatMap(([from, [to]]) => {
      const [source, name] = [this.sourceOf(from), textOf(to)]
      return source === null || name === null ? [] : [{ from, source, name }]
    })
    if (pairs.length === 0 || moves.length < pairs.length) return false
    for (const { from } of moves) this.#drop(from)
    for (const { source, name } of moves) {
      this.#renamed.set(name, source)
      this.#selected?.add(name)
    }
    return true
  }

  remove(names: string[]): boolean {
    if (names.length === 0 || names.some((name) => this.sourceOf(name) === null)) return false
    for (const name of names) this.#drop(name)
    return true
  }

  select(names: string[]): boolean {
    if (names.length === 0 || names.some((name) => this.sourceOf(name) === null)) return false
    this.#selected = new Set(names)
    return true
  }

  #drop(name: string): void {
    this.#renamed.delete(name)
    this.#gone.add(name)
    this.#selected?.delete(name)
  }
}

const TOKENS = /#?"(?:[^"]|"")*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[\p{L}_][\p{L}\p{N}_.]*|[\p{N}.]+|<>|<=|>=|=>|\S/gu

const tokensOf = (query: string): string[] =>
  [...query.matchAll(TOKENS)]
    .map(([token]) => token)
    .filter((token) => !token.startsWith('//') && !token.startsWith('/*'))

/** `#"Changed Type"` and `Source` are names of steps. */
const nameOf = (token: string): string => (token.startsWith('#"') ? token.slice(2, -1).replaceAll('""', '"') : token)

/** The steps of `let … in …`. An expression without `let` is a result without steps. */
function readLet(tokens: string[]): { steps: Map<string, string[]>; result: string[] } {
  const steps = new Map<string, string[]>()
  if (tokens[0] !== 'let') return { steps, result: tokens }
  const end = closing(tokens, 0)
  for (const [name, equals, ...expression] of split(tokens.slice(1, end)))
    if (name !== undefined && equals === '=') steps.set(nameOf(name), expression)
  return { steps, result: tokens.slice(end + 1) }
}

const OPENING = new Set(['(', '[', '{', 'let'])
const CLOSING = new Set([')', ']', '}', 'in'])

/** Place of the token that closes the one at `start`; the end of the list if there is none. */
function closing(tokens: string[], start: number): number {
  let depth = 0
  for (let at = start; at < tokens.length; at++) {
    if (OPENING.has(tokens[at] ?? '')) depth++
    if (CLOSING.has(tokens[at] ?? '')) depth--
    if (depth === 0) return at
  }
  return tokens.length
}

/** Splits at the commas that are inside no brackets. */
function split(tokens: string[]): string[][] {
  const parts: string[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    if (OPENING.has(token)) depth++
    if (CLOSING.has(token)) depth--
    if (depth === 0 && token === ',') parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.filter((part) => part.length > 0)
}

/** `Name(argument, …)` as a whole; null for another expression. */
function readCall(tokens: string[]): { name: string; arguments: string[][] } | null {
  const [name, open] = tokens
  if (name === undefined || open !== '(' || !/^\p{L}/u.test(name)) return null
  if (closing(tokens, 1) !== tokens.length - 1) return null
  return { name, arguments: split(tokens.slice(2, -1)) }
}

/** The items of a list `{a, b}`; none for another expression. */
function itemsOf(tokens: string[] | undefined): string[][] {
  if (tokens?.[0] !== '{' || closing(tokens, 0) !== tokens.length - 1) return []
  return split(tokens.slice(1, -1))
}

/** The texts of `{"a", "b"}` or `"a"`; none if it contains something else. */
function textsOf(tokens: string[] | undefined): string[] {
  const items = tokens?.length === 1 ? [tokens] : itemsOf(tokens)
  const texts = items.map((item) => (item.length === 1 ? textOf(item[0]) : null))
  return texts.some((text) => text === null) ? [] : texts.flatMap((text) => text ?? [])
}

/** The pairs of `{{"a", x}, {"b", y}}` or `{"a", x}`. A pair without a name gets an empty one, which no column has. */
function pairsOf(tokens: string[] | undefined): [string, string[]][] {
  const items = itemsOf(tokens)
  const isPair = items.length === 2 && items[0]?.length === 1
  return (isPair ? [items] : items.map(itemsOf)).map((pair) => [textOf(pair[0]?.[0]) ?? '', pair[1] ?? []])
}

const textOf = (token: string | undefined): string | null =>
  token?.startsWith('"') ? token.slice(1, -1).replaceAll('""', '"') : null
