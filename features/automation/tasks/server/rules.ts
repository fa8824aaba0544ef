// Decisions about tasks: the variables of a query, the condition, the repeat policy, the message. Pure functions, no I/O.
import { createHash } from 'node:crypto'
import { DateTime } from 'luxon'
import { type Language, languages, type Texts } from '#catalogue/languages.ts'
import { taskRows } from '#catalogue/limits.ts'
import { makeLocalTime } from '#platform/contract/local-time.ts'
import {
  builtInVariables,
  numberIn,
  type Operator,
  type RepeatPolicy,
  type TaskType,
  type TaskVariable,
  withEarlierValue,
} from '../contract.ts'

/** Rows as the report service answers them: `{ "Sales[Year]": 2013, "[Total]": 12.5 }`. */
export type Row = Record<string, unknown>

const placeholder = /\{\{\s*([\p{L}_][\p{L}\p{N}_]*)\s*\}\}/gu

/** The names of all `{{name}}` of a text. */
export const placeholdersOf = (text: string): string[] =>
  Array.from(text.matchAll(placeholder), ([, name = '']) => name)

/** Returns the first `{{name}}` of a text that no variable replaces; null: every name is known. */
const unknownIn = (text: string, known: readonly string[]): string | null =>
  placeholdersOf(text).find((name) => !known.includes(name)) ?? null

type TaskTexts = { dax: string; variables: readonly TaskVariable[]; message: Texts }

/** Returns the field that has an unknown placeholder or an invalid variable, with the name; null: all placeholders are valid. */
export function placeholderFault({
  dax,
  variables,
  message,
}: TaskTexts): { field: keyof TaskTexts; name: string } | null {
  const names = variables.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index || isBuiltIn(name))
  if (twice !== undefined) return { field: 'variables', name: twice }
  const wrong = variables.find((variable) => !fits(variable))
  if (wrong) return { field: 'variables', name: wrong.name }
  const inQuery = variables.filter(({ substitution }) => substitution !== 'column').map(({ name }) => name)
  const unknown = unknownIn(dax, inQuery)
  if (unknown !== null) return { field: 'dax', name: unknown }
  for (const language of languages) {
    const missing = unknownIn(message[language] ?? '', [...names, ...builtInVariables])
    if (missing !== null) return { field: 'message', name: missing }
  }
  return null
}

const isBuiltIn = (name: string) => (builtInVariables as readonly string[]).includes(name)

function fits({ substitution, value }: TaskVariable): boolean {
  if (substitution === 'number') return numberIn(value) !== null
  if (substitution === 'day') return /^[+-]?\d{1,4}$/.test(value)
  return true
}

/**
 * Returns the query with its variables as DAX literals, so that no value can end its literal (E6). `today` is a day of the business unit.
 */
export function filledQuery(dax: string, variables: readonly TaskVariable[], today: string): string {
  const literals = new Map(variables.map((variable) => [variable.name, literalOf(variable, today)]))
  return dax.replace(placeholder, (found, name: string) => literals.get(name) ?? found)
}

function literalOf({ substitution, value }: TaskVariable, today: string): string {
  if (substitution === 'number') return String(numberIn(value) ?? 0)
  if (substitution === 'day') return `DATE(${shifted(today, value).toFormat('y, M, d')})`
  return `"${value.replaceAll('"', '""')}"`
}

const shifted = (today: string, days: string): DateTime => DateTime.fromISO(today).plus({ days: Number(days) })

/**
 * Finds the column that a person named: by its whole name or the part in brackets, without regard to case. Null: no column matches, or more
 * than one.
 */
export function columnOf(columns: readonly string[], requestedName: string | null): string | null {
  if (requestedName === null) return columns[0] ?? null
  const plain = requestedName.trim().toLowerCase()
  const whole = columns.find((column) => column.toLowerCase() === plain)
  if (whole !== undefined) return whole
  const inner = plain.replace(/^\[(.*)\]$/, '$1')
  const namesakes = columns.filter((column) => /\[(.*)\]$/.exec(column.toLowerCase())?.[1] === inner)
  return namesakes.length === 1 ? (namesakes[0] ?? null) : null
}

export type Condition = { type: TaskType; column_name: string | null; operator: Operator; value: string | null }

export type Evaluation =
  | { problem: 'column' | 'value' }
  | {
      problem: null
      /** The rows that meet the condition: at most one for `single`. */
      matched: Row[]
      column: string
      /** The compared cell: of the first matched row, otherwise of the first row. */
      cell: unknown
      /** The hash of the matched rows. */
      result: string
      /** What the next run compares with: the hash of the compared cell, for `changed_by` its number. */
      lastValue: string
    }

/** The names of all columns, in the order in which the rows name them. */
export const columnsOf = (rows: readonly Row[]): string[] => [...new Set(rows.flatMap((row) => Object.keys(row)))]

/**
 * Evaluates a task's condition on the rows of its query. `single` uses the first row only. Without rows, no condition of a list holds, and
 * a single value counts as blank. `before`: the `lastValue` of the last run; null: there was no earlier run.
 */
export function evaluateCondition(rows: readonly Row[], condition: Condition, before: string | null): Evaluation {
  const { type, column_name, operator, value } = condition
  const considered: readonly Row[] = type === 'single' ? [rows[0] ?? {}] : rows
  const column = rows.length === 0 ? '' : columnOf(columnsOf(rows), column_name)
  if (column === null) return { problem: 'column' }
  const cellOf = (row: Row): unknown => row[column] ?? null
  const matched: Row[] = []
  for (const row of considered) {
    if (withEarlierValue.includes(operator)) {
      if (before !== null && differsFrom(before, cellOf(row), operator, value)) matched.push(row)
      continue
    }
    const holds = compared(cellOf(row), operator, value)
    if (holds === null) return { problem: 'value' }
    if (holds) matched.push(row)
  }
  const cell = cellOf(matched[0] ?? considered[0] ?? {})
  return {
    problem: null,
    matched,
    column,
    cell,
    result: hashOf(matched),
    lastValue: rememberedOf(cell, operator, before),
  }
}

/** A value that is no number leaves the number before it, so that one run without data hides no change. */
function rememberedOf(cell: unknown, operator: Operator, before: string | null): string {
  if (operator !== 'changed_by') return hashOf(cell)
  return typeof cell === 'number' ? String(cell) : (before ?? '')
}

function differsFrom(before: string, cell: unknown, operator: Operator, value: string | null): boolean {
  if (operator === 'changed') return before !== hashOf(cell)
  const percent = value === null ? null : numberIn(value)
  if (before === '' || typeof cell !== 'number' || percent === null) return false
  return hasChangedBy(Number(before), cell, percent)
}

/** From 0, every other number is a change of more than any percentage. */
export const hasChangedBy = (before: number, now: number, percent: number): boolean =>
  now !== before && Math.abs(now - before) * 100 >= percent * Math.abs(before)

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/**
 * Compares a cell with the value of a condition. Null: they cannot be compared, such as a number with a word. A blank cell is less than no
 * value and contains nothing.
 */
export function compared(cell: unknown, operator: Operator, value: string | null): boolean | null {
  const isBlank = cell === null || cell === ''
  if (operator === 'is_blank') return isBlank
  if (operator === 'is_not_blank') return !isBlank
  if (value === null) return null
  if (isBlank) return operator === 'not_equal'
  if (operator === 'contains') return textOf(cell).toLowerCase().includes(value.trim().toLowerCase())
  const order = orderOf(cell, value)
  if (order === null) return null
  switch (operator) {
    case 'equal':
      return order === 0
    case 'not_equal':
      return order !== 0
    case 'greater':
      return order > 0
    case 'greater_or_equal':
      return order >= 0
    case 'less':
      return order < 0
    case 'less_or_equal':
      return order <= 0
    default:
      return null
  }
}

function orderOf(cell: unknown, value: string): number | null {
  if (typeof cell === 'number') {
    const other = numberIn(value)
    return other === null ? null : Math.sign(cell - other)
  }
  if (typeof cell === 'boolean') {
    const other = value.trim().toLowerCase()
    return other === 'true' || other === 'false' ? Number(cell) - Number(other === 'true') : null
  }
  const text = textOf(cell)
  const instant = instantIn(text)
  const typedDay = dayIn(value.trim())
  const comparedInstant = typedDay ?? instantIn(value.trim())
  if (instant && comparedInstant) {
    // A day without a time means that whole day.
    const isDay = typedDay !== null || value.trim().length === 10
    const [one, other] = isDay ? [instant.startOf('day'), comparedInstant] : [instant, comparedInstant]
    return Math.sign(one.toMillis() - other.toMillis())
  }
  if (instant) return null
  return text.localeCompare(value.trim(), 'pt-BR', { sensitivity: 'accent' })
}

const textOf = (cell: unknown): string => (typeof cell === 'string' ? cell : JSON.stringify(cell))

/** Services write dates as `2026-11-23T00:00:00`, without a zone. */
const instantIn = (text: string): DateTime | null => {
  if (!/^\d{4}-\d{2}-\d{2}(?:$|T\d{2}:\d{2})/.test(text)) return null
  const found = DateTime.fromISO(text, { zone: 'utc' })
  return found.isValid ? found : null
}

/** A day as people type it in every language of the portal: 31/12/2026. */
const dayIn = (text: string): DateTime | null => {
  const found = DateTime.fromFormat(text, 'd/M/yyyy', { zone: 'utc' })
  return found.isValid ? found : null
}

export type Outcome = 'notified' | 'held' | 'quiet' | 'recorded'

type Before = { last_result: string | null; notified_at: Date | null }

/** Decides the outcome of a run by the repeat policy. `zone`: the time zone of the business unit; a week begins on Monday. */
export function outcomeOf(
  policy: RepeatPolicy,
  { matched, result }: { matched: number; result: string | null },
  { last_result, notified_at }: Before,
  now: Date,
  zone: string,
): Outcome {
  if (policy === 'only_execute_dax') return 'recorded'
  if (matched === 0) return 'quiet'
  if (policy === 'always') return 'notified'
  if (policy === 'on_change') return result === last_result ? 'held' : 'notified'
  if (notified_at === null) return 'notified'
  const unit = policy === 'once_per_week' ? 'week' : 'month'
  const [last, present] = [notified_at, now].map((instant) =>
    DateTime.fromJSDate(instant, { zone }).startOf(unit).toMillis(),
  )
  return last === present ? 'held' : 'notified'
}

/** Formats a cell for readers of a language. */
export function cellText(cell: unknown, language: Language): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number')
    return new Intl.NumberFormat(language, { maximumFractionDigits: Math.abs(cell) < 1 ? 4 : 2 }).format(cell)
  const text = textOf(cell)
  const instant = instantIn(text)
  if (!instant) return text
  const { date, dateTime } = makeLocalTime(language, 'UTC')
  const hasTime = !instant.equals(instant.startOf('day'))
  return hasTime ? dateTime(instant.toJSDate()) : date(instant.toJSDate())
}

type MessageValues = {
  matched: readonly Row[]
  column: string
  cell: unknown
  variables: readonly TaskVariable[]
  today: string
}

/**
 * Returns the message in one language. A list has one line for each row that met the condition, and `more` for the remaining rows.
 * Placeholders inside the text of a cell are not replaced.
 */
export function filledMessage(
  text: string,
  language: Language,
  { matched, column, cell, variables, today }: MessageValues,
  more: (rowCount: number) => string,
): string {
  const columns = columnsOf(matched)
  const lineOf = (row: Row, own: unknown) => {
    const values = new Map(
      variables.map((variable) => [variable.name, variableText(variable, row, columns, today, language)]),
    )
    values.set('value', cellText(own, language))
    values.set('count', String(matched.length))
    return text.replace(placeholder, (found, name: string) => values.get(name) ?? found)
  }
  const lines = matched.slice(0, taskRows.told).map((row) => lineOf(row, row[column]))
  const visibleLines = lines.length > 0 ? lines : [lineOf({}, cell)]
  const rest = matched.length - taskRows.told
  return [...visibleLines, ...(rest > 0 ? [more(rest)] : [])].join('\n')
}

function variableText(
  { substitution, value }: TaskVariable,
  row: Row,
  columns: readonly string[],
  today: string,
  language: Language,
): string {
  if (substitution === 'column') {
    const column = columnOf(columns, value)
    return column === null ? '' : cellText(row[column], language)
  }
  if (substitution === 'number') return cellText(numberIn(value) ?? 0, language)
  if (substitution === 'day') return cellText(shifted(today, value).toISODate(), language)
  return value
}
