// Parses a TMDL file into a tree of objects and properties, by indentation only.
// It does not know tables or measures: read-tmdl.ts interprets the tree.
// Next: read-tmdl.ts.

/** An error in a model's text, with file and line. */
export class TmdlError extends Error {
  readonly file: string
  readonly line: number
  constructor(file: string, line: number, sentence: string) {
    super(`${file}:${line}: ${sentence}`)
    this.name = 'TmdlError'
    this.file = file
    this.line = line
  }
}

/**
 * One declaration. `column 'Net amount' = [a]` has keyword `column`, name `Net amount`, value `[a]`;
 * `dataType: int64` has keyword `dataType`, no name, value `int64`; `isHidden` has neither.
 */
export type TmdlNode = {
  keyword: string
  name: string | null
  value: string | null
  description: string | null
  children: TmdlNode[]
  file: string
  line: number
}

type Line = { text: string; indent: number; number: number }

type Cursor = { file: string; lines: Line[]; at: number }

/** Parses one file. Throws TmdlError for a line with invalid indentation or an invalid declaration. */
export function parseTmdl(file: string, text: string): TmdlNode[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map(toLine)
  return readBlock({ file, lines, at: 0 }, 0)
}

function toLine(raw: string, index: number): Line {
  const lead = /^[\t ]*/.exec(raw)?.[0] ?? ''
  const tabs = lead.replaceAll('    ', '\t').replaceAll(' ', '')
  return { text: raw.slice(lead.length).trimEnd(), indent: tabs.length, number: index + 1 }
}

/** Maximum nesting. Real TMDL has at most five levels; the limit bounds the recursion. */
const DEEPEST = 20

function readBlock(cursor: Cursor, indent: number): TmdlNode[] {
  const nodes: TmdlNode[] = []
  let description: string[] = []
  for (let line = cursor.lines[cursor.at]; line; line = cursor.lines[cursor.at]) {
    if (line.text === '') {
      cursor.at++
      continue
    }
    if (line.indent < indent) break
    if (indent > DEEPEST)
      throw new TmdlError(cursor.file, line.number, `Nothing is nested deeper than ${DEEPEST} steps.`)
    if (line.indent > indent)
      throw new TmdlError(cursor.file, line.number, 'This line is indented deeper than its place.')
    if (line.text.startsWith('///')) {
      description.push(line.text.slice(3).trim())
      cursor.at++
      continue
    }
    nodes.push(readNode(cursor, line, description.length > 0 ? description.join('\n') : null))
    description = []
  }
  return nodes
}

const DECLARATION =
  /^(?<keyword>[A-Za-z_]\w*)(?:\s+(?<name>'(?:[^']|'')*'|[^\s=:'][^\s=:]*))?\s*(?:(?<sign>[=:])\s*(?<value>.*))?$/s

function readNode(cursor: Cursor, line: Line, description: string | null): TmdlNode {
  // `ref table X` only defines the order of tables. It is kept as a property, so that it is not read as a table.
  const source = line.text.startsWith('ref ') ? `ref: ${line.text.slice(4)}` : line.text
  const parts = DECLARATION.exec(source)?.groups
  const keyword = parts?.['keyword']
  if (!parts || !keyword)
    throw new TmdlError(cursor.file, line.number, `"${shorten(line.text)}" is not a TMDL declaration.`)
  cursor.at++
  const name = parts['name'] === undefined ? null : unquote(parts['name'])
  const node: TmdlNode = { keyword, name, value: null, description, children: [], file: cursor.file, line: line.number }
  if (parts['sign'] === ':') node.value = parts['value'] ?? ''
  if (parts['sign'] === '=') node.value = readExpression(cursor, line, parts['value'] ?? '', name !== null)
  node.children = readBlock(cursor, line.indent + 1)
  return node
}

/**
 * Reads the text after `=`: on the same line, in an indented block, or between fences of three back-ticks.
 * The properties of an object are indented by one step and its expression by two; the expression of a property by one.
 */
function readExpression(cursor: Cursor, start: Line, sameLine: string, isObject: boolean): string {
  if (sameLine.startsWith('```')) return readFenced(cursor, start)
  const min = start.indent + (isObject ? 2 : 1)
  const body: Line[] = []
  for (let line = cursor.lines[cursor.at]; line; line = cursor.lines[cursor.at]) {
    if (line.text !== '' && line.indent < min) break
    body.push(line)
    cursor.at++
  }
  return [sameLine, dedent(body)].filter((part) => part !== '').join('\n')
}

function readFenced(cursor: Cursor, start: Line): string {
  const body: Line[] = []
  for (let line = cursor.lines[cursor.at]; line; line = cursor.lines[cursor.at]) {
    cursor.at++
    if (line.text === '```') return dedent(body)
    body.push(line)
  }
  throw new TmdlError(cursor.file, start.number, 'The fenced expression that begins here never ends.')
}

function dedent(lines: Line[]): string {
  const min = Math.min(...lines.filter((line) => line.text !== '').map((line) => line.indent))
  return lines
    .map((line) => (line.text === '' ? '' : '\t'.repeat(line.indent - min) + line.text))
    .join('\n')
    .trim()
}

export function unquote(name: string): string {
  return name.startsWith("'") && name.endsWith("'") && name.length > 1 ? name.slice(1, -1).replaceAll("''", "'") : name
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
