// Filters of SCIM (RFC 7644, section 3.4.2.2) as SQL conditions. The grammar is scim2-parse-filter's; which attribute is which column is
// the caller's. An attribute or an operator that is not known is a fault of the filter, never a condition that holds.
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Compare, type Filter, parse } from 'scim2-parse-filter'
import { fail } from '#platform/contract/failure.ts'
import { leadsToPrototype } from '../http/own-keys.ts'

/**
 * An attribute of a filter and the SQL that it is compared with. `text` compares without case unless `exact`; `member` tests whether a set
 * of ids holds the value. Keys of the table are attribute names in lower case: `username`, `emails.value`, `name.formatted`.
 */
export type Attribute =
  | { kind: 'text'; of: RawBuilder<string | null>; exact?: boolean }
  | { kind: 'boolean'; of: RawBuilder<boolean> }
  | { kind: 'instant'; of: RawBuilder<Date> }
  | { kind: 'member'; of: (value: string) => RawBuilder<SqlBool>; any: RawBuilder<SqlBool> }

export type Attributes = Readonly<Record<string, Attribute>>

/** The attributes of a resource. `coreSchema`: the URN that may stand before a name; names of extensions stand in the table with theirs. */
export type FilterTable = { attributes: Attributes; coreSchema: string }

const longest = 1_000
const deepest = 12

/** The condition of a filter. Fails with `scim.filter_invalid` for a filter that is too long, too deep, or not understood. */
export function conditionOf(filter: string, table: FilterTable): Expression<SqlBool> {
  return conditionFrom(parsedFilter(filter, 'scim.filter_invalid'), table, '')
}

/** A filter by the grammar. Fails with `fault` for a filter that is too long, too deep, or not understood, or names a prototype. */
export function parsedFilter(filter: string, fault: 'scim.filter_invalid' | 'scim.path_invalid'): Filter {
  if (filter.length > longest || depthOf(filter) > deepest) fail(fault)
  const parsed = parsedOrNull(filter)
  return parsed === null || namesOf(parsed).some(leadsToPrototype) ? fail(fault) : parsed
}

/** The library throws for what is no filter. */
function parsedOrNull(filter: string): Filter | null {
  try {
    return parse(filter)
  } catch {
    return null
  }
}

/** The attributes that a filter names. */
function namesOf(filter: Filter): string[] {
  switch (filter.op) {
    case 'and':
    case 'or':
      return filter.filters.flatMap(namesOf)
    case 'not':
      return namesOf(filter.filter)
    case '[]':
      return [filter.attrPath, ...namesOf(filter.valFilter)]
    default:
      return [filter.attrPath]
  }
}

/** The depth of parentheses and brackets, counted before the parser recurses. */
function depthOf(filter: string): number {
  let depth = 0
  let max = 0
  for (const letter of filter) {
    if (letter === '(' || letter === '[') max = Math.max(max, (depth += 1))
    if (letter === ')' || letter === ']') depth -= 1
  }
  return max
}

function conditionFrom(filter: Filter, table: FilterTable, prefix: string): RawBuilder<SqlBool> {
  switch (filter.op) {
    case 'and':
    case 'or': {
      const parts = filter.filters.map((part) => conditionFrom(part, table, prefix))
      return sql`(${sql.join(parts, filter.op === 'and' ? sql` and ` : sql` or `)})`
    }
    case 'not':
      return sql`(not coalesce(${conditionFrom(filter.filter, table, prefix)}, false))`
    case '[]':
      return conditionFrom(filter.valFilter, table, `${prefix}${filter.attrPath}.`)
    case 'pr':
      return present(attributeOf(table, prefix + filter.attrPath))
    default:
      return compared(attributeOf(table, prefix + filter.attrPath), filter)
  }
}

function attributeOf(table: FilterTable, path: string): Attribute {
  return attributeNamed(table, path) ?? fail('scim.filter_invalid')
}

/** The attribute of a name in any case, also with the URN of the core schema before it. Inherited names are none. */
export function attributeNamed({ attributes, coreSchema }: FilterTable, path: string): Attribute | undefined {
  const lower = path.toLowerCase()
  const urn = `${coreSchema.toLowerCase()}:`
  const name = lower.startsWith(urn) ? lower.slice(urn.length) : lower
  return Object.hasOwn(attributes, name) ? attributes[name] : undefined
}

function present(attribute: Attribute): RawBuilder<SqlBool> {
  if (attribute.kind === 'member') return attribute.any
  return attribute.kind === 'text' ? sql`(coalesce(${attribute.of}, '') <> '')` : sql`(${attribute.of} is not null)`
}

function compared(attribute: Attribute, { op, compValue }: Compare): RawBuilder<SqlBool> {
  if (compValue === null) {
    if (op === 'eq') return sql`(not ${present(attribute)})`
    return op === 'ne' ? present(attribute) : fail('scim.filter_invalid')
  }
  switch (attribute.kind) {
    case 'member':
      if (op !== 'eq' || typeof compValue !== 'string') fail('scim.filter_invalid')
      return attribute.of(compValue)
    case 'boolean': {
      // Entra writes booleans as text: "True".
      const value = typeof compValue === 'string' ? booleanOf(compValue) : compValue
      if (typeof value !== 'boolean' || (op !== 'eq' && op !== 'ne')) fail('scim.filter_invalid')
      return sql`(${attribute.of} = ${op === 'eq' ? value : !value})`
    }
    case 'instant': {
      const at = new Date(String(compValue))
      if (Number.isNaN(at.getTime()) || !Object.hasOwn(orders, op)) fail('scim.filter_invalid')
      return sql`(${attribute.of} ${sql.raw(orders[op as keyof typeof orders])} ${at})`
    }
    case 'text':
      if (typeof compValue !== 'string') fail('scim.filter_invalid')
      // The parser unescapes quotation marks only; `DOMAIN\\\\user` of a filter is `DOMAIN\\user`.
      return comparedText(attribute, op, compValue.replaceAll('\\\\', '\\'))
  }
}

const orders = { eq: '=', ne: '<>', gt: '>', ge: '>=', lt: '<', le: '<=' } as const

function comparedText(
  { of, exact = false }: Extract<Attribute, { kind: 'text' }>,
  op: Compare['op'],
  sentText: string,
) {
  const column = exact ? sql`coalesce(${of}, '')` : sql`lower(coalesce(${of}, ''))`
  const value = exact ? sentText : sentText.toLowerCase()
  if (op === 'co') return sql<SqlBool>`(position(${value} in ${column}) > 0)`
  if (op === 'sw') return sql<SqlBool>`(starts_with(${column}, ${value}))`
  if (op === 'ew') return sql<SqlBool>`(right(${column}, length(${value})) = ${value})`
  return sql<SqlBool>`(${column} collate "C" ${sql.raw(orders[op])} ${value})`
}

/** Entra sends booleans as text with a capital letter. Undefined for anything else. */
export function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string') return undefined
  const text = value.toLowerCase()
  return text === 'true' ? true : text === 'false' ? false : undefined
}
