import type { QueryPosition } from '../contract.ts'

/**
 * The place that the report service names at the start of its message about a faulty query: `(2, 10) …`, and with a word before it, as
 * Microsoft's service does in the language of the account: `Query (2, 10) …`. Null: it names none.
 */
export function errorPosition(detail: string | null): QueryPosition | null {
  const [, line, column] = /^\s*(?:\p{L}+\s)?\((\d{1,6}),\s?(\d{1,6})\)/u.exec(detail ?? '') ?? []
  const position = { line: Number(line), column: Number(column) }
  return position.line >= 1 && position.column >= 1 ? position : null
}
