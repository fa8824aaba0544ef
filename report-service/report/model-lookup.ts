// Looks up a report's names in the model. Unknown names are refused, so they never reach a query.
import type { Column, Measure, SemanticModel, Table } from '../model/model.ts'
import { QueryRefusal } from './query-refusal.ts'

export function getColumn(model: SemanticModel, table: string, name: string): Column {
  const column = getTable(model, table).columns.find((each) => each.name === name)
  if (!column) throw unknown(`The model has no column ${table}[${name}].`)
  return column
}

export function getMeasure(model: SemanticModel, table: string, name: string): Measure {
  const measure = getTable(model, table).measures.find((each) => each.name === name)
  if (!measure) throw unknown(`The model has no measure ${name} in ${table}.`)
  return measure
}

function getTable(model: SemanticModel, name: string): Table {
  const table = model.tables.find((each) => each.name === name)
  if (!table) throw unknown(`The model has no table ${name}.`)
  return table
}

const unknown = (message: string): QueryRefusal => new QueryRefusal('UnknownField', message)

/**
 * Finds a table whose rows each lead to at most one row in every given table, by active relationships. The rows of this table
 * define which combinations of the given tables exist. Null if there is no such table.
 */
export function commonTable(model: SemanticModel, tables: ReadonlySet<string>): string | null {
  const candidates = [...tables, ...model.tables.map((table) => table.name)]
  return candidates.find((candidate) => reachesAll(model, candidate, tables)) ?? null
}

function reachesAll(model: SemanticModel, candidate: string, tables: ReadonlySet<string>): boolean {
  const reached = reachedFrom(model, candidate)
  return [...tables].every((table) => reached.has(table))
}

function reachedFrom(model: SemanticModel, table: string): Set<string> {
  const reached = new Set([table])
  for (const at of reached) {
    for (const each of model.relationships) if (each.isActive && each.fromTable === at) reached.add(each.toTable)
  }
  return reached
}
