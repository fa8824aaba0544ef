// What can follow at a place of a query: names of the data model, functions and keywords. Pure, without the editor.
import { daxBrackets, daxColumn, daxTable } from '../contract.ts'
import { daxFunctions } from './dax-functions.ts'
import { daxKeywords } from './dax-language.ts'

export type DaxSchema = {
  columns: readonly { table: string; column: string }[]
  measures: readonly { table: string; name: string }[]
}

export type DaxChoice = {
  label: string
  kind: 'table' | 'column' | 'measure' | 'function' | 'keyword'
  detail?: string
}

/**
 * The choices after the text of a line, and the number of characters before the cursor that a choice replaces. Null: there is nothing to
 * choose. `isAsked`: the person asked for choices, so an empty word has some as well.
 */
export function choicesAfter(
  before: string,
  schema: DaxSchema,
  isAsked: boolean,
): { typed: number; choices: DaxChoice[] } | null {
  const bracket = /(?:'((?:[^']|'')*)'|([\p{L}_][\p{L}\p{N}_]*))?(\[[^\]]*)$/u.exec(before)
  if (bracket) {
    const table = bracket[1]?.replaceAll("''", "'") ?? bracket[2]
    return { typed: bracket[3]?.length ?? 0, choices: columnsOf(schema, table) }
  }
  const quoted = openTableName(before)
  if (quoted !== null) return { typed: quoted.length, choices: tablesOf(schema) }
  const word = /[\p{L}_][\p{L}\p{N}_.]*$/u.exec(before)?.[0] ?? ''
  if (word === '' && !isAsked) return null
  return { typed: word.length, choices: [...tablesOf(schema), ...namesOf(schema), ...functions, ...keywords] }
}

/** The name of a table that begins with a quotation mark and has not ended, with its mark. */
function openTableName(before: string): string | null {
  const withoutTexts = before.replaceAll(/"(?:[^"]|"")*"/g, (text) => '_'.repeat(text.length))
  const open = /'(?:[^']|'')*$/.exec(withoutTexts.replaceAll(/'(?:[^']|'')*'(?!')/g, (name) => '_'.repeat(name.length)))
  return open ? before.slice(open.index) : null
}

const functions: readonly DaxChoice[] = daxFunctions.map((label) => ({ label: `${label}(`, kind: 'function' }))
const keywords: readonly DaxChoice[] = daxKeywords.map((label) => ({ label, kind: 'keyword' }))

const tablesOf = ({ columns, measures }: DaxSchema): DaxChoice[] =>
  [...new Set([...columns, ...measures].map(({ table }) => table))].map((table) => ({
    label: daxTable(table),
    kind: 'table',
  }))

/** Measures without their table, and columns with it, as the data model's authors write them. */
const namesOf = ({ columns, measures }: DaxSchema): DaxChoice[] => [
  ...measures.map(({ table, name }): DaxChoice => ({ label: daxBrackets(name), kind: 'measure', detail: table })),
  ...columns.map(({ table, column }): DaxChoice => ({
    label: daxColumn({ table, column }),
    kind: 'column',
  })),
]

/** The names that may follow in brackets: those of the table, or without one all measures and columns. */
function columnsOf({ columns, measures }: DaxSchema, table: string | undefined): DaxChoice[] {
  const isOf = (each: { table: string }) => table === undefined || each.table.toLowerCase() === table.toLowerCase()
  return [
    ...measures
      .filter(isOf)
      .map((each): DaxChoice => ({ label: daxBrackets(each.name), kind: 'measure', detail: each.table })),
    ...columns
      .filter(isOf)
      .map((each): DaxChoice => ({ label: daxBrackets(each.column), kind: 'column', detail: each.table })),
  ]
}
