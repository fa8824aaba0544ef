// Reads a PBIR field expression. The `From` list of the query maps aliases to tables.
import type { Aggregation, Field } from './definition.ts'
import { dig, listAt, numberAt, textAt } from './json.ts'

/** Maps aliases to table names, from the `From` list of a query. */
export type Aliases = ReadonlyMap<string, string>

/** Power BI's numbers of the aggregations are the indexes. */
export const AGGREGATIONS: readonly (Aggregation | null)[] = [
  'sum',
  'average',
  'distinctCount',
  'min',
  'max',
  'count',
  'median',
]
const QUERY_NAMES: Record<Aggregation, string> = {
  sum: 'Sum',
  average: 'Avg',
  distinctCount: 'Count',
  min: 'Min',
  max: 'Max',
  count: 'CountNonNull',
  median: 'Median',
}

export const aliasesOf = (query: unknown): Aliases =>
  new Map(
    listAt(query, 'From').flatMap((source) => {
      const [name, entity] = [textAt(source, 'Name'), textAt(source, 'Entity')]
      return name !== null && entity !== null ? [[name, entity] as const] : []
    }),
  )

/**
 * The field of an expression; null if its kind is unknown. A hierarchy level is read as the column with the same name, which is
 * right unless the author renamed the level.
 */
export function readField(expression: unknown, aliases: Aliases = new Map()): Field | null {
  const column = dig(expression, 'Column')
  if (column !== undefined) return named('column', column, textAt(column, 'Property'), aliases)
  const measure = dig(expression, 'Measure')
  if (measure !== undefined) return named('measure', measure, textAt(measure, 'Property'), aliases)
  const level = dig(expression, 'HierarchyLevel')
  if (level !== undefined) {
    return named('column', dig(level, 'Expression', 'Hierarchy'), textAt(level, 'Level'), aliases)
  }
  return readAggregation(dig(expression, 'Aggregation'), aliases)
}

function readAggregation(expression: unknown, aliases: Aliases): Field | null {
  const aggregation = AGGREGATIONS[numberAt(expression, 'Function') ?? -1]
  const column = dig(expression, 'Expression', 'Column')
  const of = named('column', column, textAt(column, 'Property'), aliases)
  return aggregation && of ? { ...of, kind: 'aggregation', aggregation } : null
}

function named(kind: 'column' | 'measure', at: unknown, name: string | null, aliases: Aliases): Field | null {
  const source = textAt(at, 'Expression', 'SourceRef', 'Source')
  const table = source === null ? textAt(at, 'Expression', 'SourceRef', 'Entity') : (aliases.get(source) ?? null)
  return table !== null && name !== null ? { kind, table, name } : null
}

/** Power BI's name of a field inside a visual: `Date.Year`, `Sum(Sales.Quantity)`. */
export const queryRefOf = (field: Field): string =>
  field.kind === 'aggregation'
    ? `${QUERY_NAMES[field.aggregation]}(${field.table}.${field.name})`
    : `${field.table}.${field.name}`
