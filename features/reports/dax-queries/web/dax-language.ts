// DAX for the editor: what each part of the text is. The report service decides what is valid; this only chooses colours.
import { type StreamParser, StreamLanguage } from '@codemirror/language'
import { tags } from '@lezer/highlight'

export const daxKeywords = [
  'DEFINE',
  'EVALUATE',
  'MEASURE',
  'COLUMN',
  'TABLE',
  'VAR',
  'RETURN',
  'ORDER',
  'BY',
  'ASC',
  'DESC',
  'START',
  'AT',
  'IN',
  'NOT',
] as const

const keywords: ReadonlySet<string> = new Set(daxKeywords)

const rules: readonly [pattern: RegExp, kind: string][] = [
  [/^(?:\/\/|--).*/, 'comment'],
  [/^\{\{[^{}]*\}\}/, 'placeholder'],
  [/^(?:dt)?"(?:[^"]|"")*"?/i, 'string'],
  [/^'(?:[^']|'')*'?/, 'table'],
  [/^\[(?:[^\]]|\]\])*\]?/, 'column'],
  [/^(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/i, 'number'],
  [/^(?:&&|\|\||<>|<=|>=|==|[-+*/^&=<>])/, 'operator'],
]

const name = /^[\p{L}_@][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/u

/** `inComment`: the text is inside a comment that began with slash and star, perhaps on an earlier line. */
type State = { inComment: boolean }

export const daxParser: StreamParser<State> = {
  name: 'dax',
  startState: () => ({ inComment: false }),
  copyState: (state) => ({ ...state }),
  token: (stream, state) => {
    if (!state.inComment && stream.match('/*')) state.inComment = true
    if (state.inComment) {
      if (stream.skipTo('*/')) {
        stream.match('*/')
        state.inComment = false
      } else stream.skipToEnd()
      return 'comment'
    }
    if (stream.eatSpace()) return null
    for (const [pattern, kind] of rules) if (stream.match(pattern)) return kind
    const found = stream.match(name)
    if (found && found !== true) {
      if (keywords.has(found[0].toUpperCase())) return 'keyword'
      return stream.match(/^\s*\(/, false) ? 'function' : 'table'
    }
    stream.next()
    return null
  },
  languageData: { commentTokens: { line: '//', block: { open: '/*', close: '*/' } } },
  tokenTable: {
    placeholder: tags.special(tags.string),
    table: tags.typeName,
    column: tags.propertyName,
    function: tags.function(tags.name),
  },
}

export const dax = StreamLanguage.define(daxParser)
