// DAX queries on the data set of a report. A query is part of another record, such as a task; this noun asks it, and helps to write it.
import { z } from 'zod'
import { flag, id, optionalText, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { listColumns } from '#features/reports/library/contract.ts'

/** Names of each kind that a schema has at most. */
export const maxSchemaNames = 5_000

/** What the report calls the name, in the caller's language. Null: by its name in the model. */
const caption = z.string().nullable()

export const readDaxSchema = call({
  method: 'POST',
  path: 'auth/report/dax/schema',
  summary:
    'The tables, columns and measures that a query on a report, or on a data set of a workspace, may name, as far as the service lists them. For people who may ask the query.',
  access: 'task.add',
  does: 'outside',
  audit: null, // changes nothing
  /** Either a report, or a data set without a report. */
  input: z
    .object({
      report_id: id().nullable(),
      workspace_id: id().nullable().default(null),
      service_dataset_id: optionalText(200).default(null),
    })
    .refine(
      ({ report_id, workspace_id, service_dataset_id }) =>
        report_id === null ? workspace_id !== null && service_dataset_id !== null : workspace_id === null,
      { path: ['report_id'] },
    ),
  answers: z.object({
    columns: z.array(listColumns.answers.shape.data.element.extend({ caption })),
    measures: z.array(z.object({ table: z.string(), name: z.string(), caption })),
    /** Why there are no names. `identity`: row-level security gives the caller no rows. Null: the service lists none. */
    refusal: z.enum(['identity']).nullable(),
  }),
})

/** Values of a column that are suggested at most. */
export const maxColumnValues = 500

export const listColumnValues = call({
  method: 'POST',
  path: 'auth/report/column/values',
  summary: `Values of a column, at most ${maxColumnValues}, in the rows of the report that the caller may see. For a filter of the report.`,
  access: 'report.manage',
  personal: true,
  does: 'outside',
  audit: null, // changes nothing
  input: z.object({ report_id: id(), table: text(200), column: text(200) }),
  answers: z.object({
    /** Texts and numbers in ascending order. Null: they cannot be read, or have another type. */
    values: z.array(z.union([z.string(), z.number()])).nullable(),
    /** Whether these are all values of the column. */
    complete: flag(),
  }),
})

/** The place of an error in a query: both numbers begin with 1, and the column counts UTF-16 code units. */
export const queryPosition = z.object({ line: z.number().int().min(1), column: z.number().int().min(1) })
export type QueryPosition = z.output<typeof queryPosition>

// A question that a person picks from lists: what is measured, and for each of which columns. Only its query is stored; what was picked is
// read back from it.

export const aggregates = ['sum', 'average', 'min', 'max', 'count'] as const
export type Aggregate = (typeof aggregates)[number]

export type PickedColumn = { table: string; column: string }

/** `rows`: the number of rows of a table. */
export type PickedValue =
  | { kind: 'measure'; name: string }
  | ({ kind: 'column'; aggregate: Aggregate } & PickedColumn)
  | { kind: 'rows'; table: string }

/** `by`: one row of the answer for each of their values; empty: one value. `name`: of the measured column in the answer. */
export type PickedQuestion = { value: PickedValue; by: readonly PickedColumn[]; name: string }

/** The name of a measured column whose own name cannot stand in a query. */
const plainName = 'Value'

/** A name that needs no quoting in the query, and whose column a condition and a message can name. */
const answerName = String.raw`[^"[\]{}\p{Cc}]{1,100}`
const isAnswerName = new RegExp(`^${answerName}$`, 'u')

/** The name of the measured column: as people call what is measured. */
export const answeredName = (name: string): string =>
  isAnswerName.test(name) && name.trim() === name ? name : plainName

/** What is measured, for people. */
export function measuredName({ value, name }: Pick<PickedQuestion, 'value' | 'name'>): string {
  if (name !== plainName) return name
  if (value.kind === 'measure') return value.name
  return value.kind === 'column' ? value.column : value.table
}

const functionOf = { sum: 'SUM', average: 'AVERAGE', min: 'MIN', max: 'MAX', count: 'COUNTA' } as const

/** The name of a table in DAX: apostrophes are doubled. */
export const daxTable = (table: string): string => `'${table.replaceAll("'", "''")}'`

/** The name of a column or measure in DAX: closing brackets are doubled. */
export const daxBrackets = (name: string): string => `[${name.replaceAll(']', ']]')}]`

export const daxColumn = ({ table, column }: PickedColumn): string => `${daxTable(table)}${daxBrackets(column)}`

/** The query. Its answer has the columns of `by`, then the value. */
export function daxOf({ value, by, name }: PickedQuestion): string {
  const measured = expressionOf(value)
  const named = `"${answeredName(name)}"`
  if (by.length > 0)
    return `EVALUATE\nSUMMARIZECOLUMNS(\n${by.map((each) => `  ${daxColumn(each)},\n`).join('')}  ${named}, ${measured}\n)`
  // A count of nothing is blank in DAX, and a person expects 0.
  return `EVALUATE\nROW(${named}, ${measured}${isCount(value) ? ' + 0' : ''})`
}

const isCount = (value: PickedValue): boolean =>
  value.kind === 'rows' || (value.kind === 'column' && value.aggregate === 'count')

function expressionOf(value: PickedValue): string {
  switch (value.kind) {
    case 'measure':
      return daxBrackets(value.name)
    case 'column':
      return `${functionOf[value.aggregate]}(${daxColumn(value)})`
    case 'rows':
      return `COUNTROWS(${daxTable(value.table)})`
  }
}

/**
 * Whether a name can stand in a query of a task: `{{` begins a variable there, and a name with line breaks or control characters would not be
 * stored as it is.
 */
export const isPickable = (name: string): boolean => name !== '' && !/\{\{|\p{Cc}/u.test(name) && name.trim() === name

const tableName = String.raw`'((?:[^']|'')+)'`
const bracketName = String.raw`\[((?:[^\]]|\]\])+)\]`
const single = new RegExp(String.raw`^EVALUATE\nROW\("(${answerName})", (.+)\)$`, 'u')
const grouped = new RegExp(
  String.raw`^EVALUATE\nSUMMARIZECOLUMNS\(\n((?: {2}'.+\],\n)+) {2}"(${answerName})", (.+)\n\)$`,
  'u',
)
const measureText = new RegExp(`^${bracketName}$`, 'u')
const columnText = new RegExp(`^${tableName}${bracketName}$`, 'u')
const aggregateText = new RegExp(`^(SUM|AVERAGE|MIN|MAX|COUNTA)\\(${tableName}${bracketName}\\)$`, 'u')
const rowsText = new RegExp(`^COUNTROWS\\(${tableName}\\)$`, 'u')

/** What was picked, read from the query that `daxOf` wrote. Null: a person wrote or changed the query. */
export function pickedIn(dax: string): PickedQuestion | null {
  const one = single.exec(dax)
  const several = grouped.exec(dax)
  const value = valueIn((one?.[2] ?? several?.[3] ?? '').replace(/ \+ 0$/, ''))
  const name = one?.[1] ?? several?.[2] ?? plainName
  const by = (several?.[1] ?? '')
    .split('\n')
    .slice(0, -1)
    .map((line) => columnIn(line.slice(2, -1)))
  const columns = by.filter((each) => each !== null)
  if (value === null || columns.length < by.length) return null
  const picked = { value, by: columns, name }
  return daxOf(picked) === dax ? picked : null
}

function valueIn(text: string): PickedValue | null {
  const [, name] = measureText.exec(text) ?? []
  if (name !== undefined) return { kind: 'measure', name: name.replaceAll(']]', ']') }
  const [, table] = rowsText.exec(text) ?? []
  if (table !== undefined) return { kind: 'rows', table: table.replaceAll("''", "'") }
  const [, called, ...place] = aggregateText.exec(text) ?? []
  const aggregate = aggregates.find((each) => functionOf[each] === called)
  return aggregate === undefined ? null : { kind: 'column', aggregate, ...placeOf(place) }
}

function columnIn(text: string): PickedColumn | null {
  const [, ...place] = columnText.exec(text) ?? []
  return place.length === 0 ? null : placeOf(place)
}

const placeOf = ([table = '', column = '']: readonly string[]): PickedColumn => ({
  table: table.replaceAll("''", "'"),
  column: column.replaceAll(']]', ']'),
})

/** The names of columns in the answer of the service, which quotes nothing. */
export const answeredColumn = ({ table, column }: PickedColumn): string => `${table}[${column}]`
export const answeredValue = (name: string): string => `[${answeredName(name)}]`
