// Filters in the URL of a report, `?filter=Region/Name eq 'South' and Sales/Amount ge 100`: the grammar of Power BI's URL filters
// (docs/reports.md). They arrange the report like filters of its reader; the rows stay those of the embed token.
import { FilterType } from '#powerbi/web/sdk-values.ts'
import { addressFilters as limits } from '#catalogue/limits.ts'

type Target = { table: string; column: string }
type Value = string | number | boolean | null
type Condition = { target: Target; operator: Operator; values: Value[] }

/** Why a text is not a filter. `part`: the part that was not understood. */
export type AddressFault = { code: 'too_long' | 'over_limit' | 'unreadable' | 'column_limit'; part: string }

export type AddressFilter = { target: Target; filter: object }
export type AddressFilters = { filters: AddressFilter[]; fault: AddressFault | null }

const operators = {
  eq: 'Is',
  ne: 'IsNot',
  gt: 'GreaterThan',
  ge: 'GreaterThanOrEqual',
  lt: 'LessThan',
  le: 'LessThanOrEqual',
} as const

type Operator = keyof typeof operators | 'in'

/** The pattern of a name: letters, digits, `_`, `-` and `.`; any other character is written as in `_x0020_`. */
const name = String.raw`[\p{L}\p{M}\p{N}_.-]+`
const textValue = String.raw`'(?:[^']|'')*'`
const plainValue = String.raw`[\p{L}\p{N}.:+-]+`
const value = `(?:${textValue}|${plainValue})`
const condition = new RegExp(
  String.raw`^\s*(${name})/(${name})\s+(?:(eq|ne|gt|ge|lt|le)\s+(${value})|in\s*\(\s*(${value}(?:\s*,\s*${value})*)\s*\))(?=\s|$)`,
  'iu',
)
const eachValue = new RegExp(value, 'gu')
const joint = /^\s+and(?=\s)/i

/**
 * Reads the filters of a URL. If one has a fault, there are no filters, because some of them would show another result than the link means.
 */
export function readAddressFilters(text: string): AddressFilters {
  if (text.length > limits.length) return refused('too_long', '')
  const conditions: Condition[] = []
  let rest = text
  for (;;) {
    if (conditions.length === limits.max) return refused('over_limit', '')
    const found = condition.exec(rest)
    const read = found && conditionOf(found)
    if (!found || !read) return refused('unreadable', rest)
    conditions.push(read)
    rest = rest.slice(found[0].length)
    if (rest.trim() === '') return joined(conditions)
    const and = joint.exec(rest)
    if (!and) return refused('unreadable', rest)
    rest = rest.slice(and[0].length)
  }
}

const maxQuotedLength = 60

const refused = (code: AddressFault['code'], part: string): AddressFilters => ({
  filters: [],
  fault: { code, part: part.trim().slice(0, maxQuotedLength) },
})

function conditionOf([, table = '', column = '', operator = 'in', one, list]: RegExpExecArray): Condition | null {
  const values = [...(one ?? list ?? '').matchAll(eachValue)].map(([text]) => valueOf(text))
  if (values.length === 0 || !values.every((each) => each !== undefined)) return null
  const target = { table: nameOf(table), column: nameOf(column) }
  return { target, operator: operator.toLowerCase() as Operator, values }
}

/** Decodes a name of a URL: `_x0020_` is a blank, as Power BI writes characters that a name cannot have. */
const nameOf = (text: string): string =>
  text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const dayOrTime = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?Z?)?$/i

function valueOf(text: string): Value | undefined {
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'")
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  if (/^null$/i.test(text)) return null
  if (/^[+-]?\d+(?:\.\d+)?$/.test(text)) return Number(text)
  return dayOrTime.test(text) ? instantOf(text) : undefined
}

/** The instant of a date, in UTC: dates of a model have no time zone, and the SDK writes them as UTC. */
function instantOf(text: string): string | undefined {
  const instant = new Date(`${text.length === 10 ? `${text}T00:00` : text.replace(/Z$/i, '')}Z`)
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString()
}

/** Joins the conditions of each column into one filter, because two filters of a column would replace each other. */
function joined(conditions: Condition[]): AddressFilters {
  const columns = Map.groupBy(conditions, ({ target: { table, column } }) => `${table}\n${column}`)
  const filters: AddressFilter[] = []
  for (const [first, second, ...more] of columns.values()) {
    if (!first) continue
    const { target } = first
    if (more.length > 0 || (second && [first, second].some(({ operator }) => operator === 'in')))
      return refused('column_limit', `${target.table}/${target.column}`)
    filters.push({ target, filter: second ? advanced([first, second]) : single(first) })
  }
  return { filters, fault: null }
}

const schema = 'http://powerbi.com/product/schema#'

function single(one: Condition): object {
  const { target, operator, values } = one
  if ((operator !== 'in' && operator !== 'eq' && operator !== 'ne') || values.includes(null)) return advanced([one])
  const name = operator === 'ne' ? 'NotIn' : 'In'
  return { $schema: `${schema}basic`, filterType: FilterType.Basic, target, operator: name, values }
}

function advanced(conditions: Condition[]): object {
  return {
    $schema: `${schema}advanced`,
    filterType: FilterType.Advanced,
    target: conditions[0]?.target,
    logicalOperator: 'And',
    conditions: conditions.map(conditionWith),
  }
}

function conditionWith({ operator, values: [value = null] }: Condition): object {
  if (value === null) return { operator: operator === 'ne' ? 'IsNotBlank' : 'IsBlank' }
  return { operator: operators[operator === 'in' ? 'eq' : operator], value }
}
