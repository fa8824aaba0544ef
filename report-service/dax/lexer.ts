// Splits DAX text into tokens with positions. It knows no grammar: parser.ts does.
import { DaxError, type Position } from './errors.ts'

export type TokenKind = 'number' | 'string' | 'date' | 'name' | 'table' | 'column' | 'symbol' | 'end'

/** `text` is the content without quotes and with doubled quotes unescaped. */
export type Token = { kind: TokenKind; text: string; at: Position }

/** Maximum length of a DAX text, in UTF-16 code units. */
export const LONGEST_TEXT = 200_000

type Rule = { kind: TokenKind | 'space'; pattern: RegExp; meaning: (raw: string) => string }

const asIs = (raw: string): string => raw

const RULES: Rule[] = [
  { kind: 'space', pattern: /(?:\s+|\/\/[^\n]*|--[^\n]*|\/\*[\s\S]*?\*\/)/y, meaning: asIs },
  { kind: 'date', pattern: /dt"[^"]*"/iy, meaning: (raw) => raw.slice(3, -1) },
  { kind: 'number', pattern: /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y, meaning: asIs },
  { kind: 'string', pattern: /"(?:[^"]|"")*"/y, meaning: (raw) => raw.slice(1, -1).replaceAll('""', '"') },
  { kind: 'table', pattern: /'(?:[^']|'')*'/y, meaning: (raw) => raw.slice(1, -1).replaceAll("''", "'") },
  { kind: 'column', pattern: /\[(?:[^\]]|\]\])*\]/y, meaning: (raw) => raw.slice(1, -1).replaceAll(']]', ']') },
  { kind: 'name', pattern: /[\p{L}_@][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/uy, meaning: asIs },
  { kind: 'symbol', pattern: /(?:&&|\|\||<>|<=|>=|==|[-+*/^&=<>(){},])/y, meaning: asIs },
]

/** Throws DaxError `syntax` at the first invalid character, `limit` for a text that is too long. */
export function readTokens(text: string): Token[] {
  if (text.length > LONGEST_TEXT) throw new DaxError('limit', `The text is longer than ${LONGEST_TEXT} characters.`)
  const tokens: Token[] = []
  const position: Position = { line: 1, column: 1 }
  for (let offset = 0; offset < text.length;) {
    const { kind, raw, meaning } = readOne(text, offset, position)
    if (kind !== 'space') tokens.push({ kind, text: meaning(raw), at: { ...position } })
    advance(position, raw)
    offset += raw.length
  }
  tokens.push({ kind: 'end', text: '', at: { ...position } })
  return tokens
}

function readOne(
  text: string,
  offset: number,
  position: Position,
): { kind: Rule['kind']; raw: string; meaning: Rule['meaning'] } {
  for (const rule of RULES) {
    rule.pattern.lastIndex = offset
    const raw = rule.pattern.exec(text)?.[0]
    if (raw) return { kind: rule.kind, raw, meaning: rule.meaning }
  }
  const what = `"'[`.includes(text.charAt(offset))
    ? 'The text or name that begins here never ends.'
    : 'This is not DAX.'
  throw new DaxError('syntax', what, { ...position })
}

function advance(position: Position, raw: string): void {
  const lines = raw.split('\n')
  const last = lines.at(-1) ?? ''
  position.column = lines.length > 1 ? last.length + 1 : position.column + raw.length
  position.line += lines.length - 1
}
