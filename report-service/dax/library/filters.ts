// CALCULATE, CALCULATETABLE, and the functions with their own meaning as their arguments.
// Next: ../calculate.ts, ../context.ts.
import type { Node, NodeOf } from '../ast.ts'
import { adjustmentsOf, calculated } from '../calculate.ts'
import { findVariable, scalar, table } from '../compile.ts'
import { withoutColumns, type Filter, type FilterContext } from '../context.ts'
import type { Adjustment, Env, FilterFunction, ScalarFunction, TableFunction } from '../environment.ts'
import { DaxError } from '../errors.ts'
import { sameColumn, type ColumnInfo } from '../schema.ts'
import { columnArgument, requiredArgument, argumentsFrom, tableArgument, takes } from './arguments.ts'

const calculate: ScalarFunction = (env, call) => {
  takes(call, 1, Infinity)
  return scalar(requiredArgument(call, 0), calculated(env, argumentsFrom(call, 1)))
}

const calculateTable: TableFunction = (env, call) => {
  takes(call, 1, Infinity)
  return table(requiredArgument(call, 0), calculated(env, argumentsFrom(call, 1)))
}

const keepFilters: FilterFunction = (env, call) => {
  takes(call, 1, 1)
  return adjustmentsOf(requiredArgument(call, 0), env).map((one) =>
    one.kind === 'replace' ? { ...one, kind: 'keep' } : one,
  )
}

/** The columns named by ALL, REMOVEFILTERS or ALLSELECTED. Null without arguments: all columns. */
export function namedColumns(env: Env, call: NodeOf<'call'>): ColumnInfo[] | null {
  if (call.arguments.length === 0) return null
  return argumentsFrom(call, 0).flatMap((node) => columnsOf(env, node))
}

function columnsOf(env: Env, node: Node): ColumnInfo[] {
  const isVariable = node.kind === 'name' && findVariable(env, node.name) !== null
  const info = isVariable ? null : tableArgument(env, node)
  if (!info) return [columnArgument(env, node)]
  // A table includes all tables that it leads to: ALL(Sales) also removes the filters on Product.
  const chain = env.schema.chain(info.name, env.context.active, new Set())
  return [...chain.keys()].flatMap((name) => env.schema.table(name).columns)
}

function cleared(env: Env, context: FilterContext, columns: ColumnInfo[] | null): FilterContext {
  return columns === null ? { ...context, filters: [] } : withoutColumns(context, columns, () => env.makeAlias('t'))
}

const removeFilters: FilterFunction = (env, call) => {
  const columns = namedColumns(env, call)
  return [{ kind: 'change', change: (context) => cleared(env, context, columns) }]
}

const allExcept: FilterFunction = (env, call) => {
  takes(call, 2, Infinity)
  const remainingColumns = argumentsFrom(call, 1).map((node) => columnArgument(env, node))
  const columns = columnsOf(env, requiredArgument(call, 0)).filter(
    (column) => !remainingColumns.some((one) => sameColumn(one, column)),
  )
  return [{ kind: 'change', change: (context) => cleared(env, context, columns) }]
}

/** ALLSELECTED: restores the filters that applied before groups and iterators added theirs. */
const allSelected: FilterFunction = (env, call) => {
  const columns = namedColumns(env, call)
  const isNamed = (filter: Filter): boolean => columns === null || touches(filter, columns)
  const change = (context: FilterContext): FilterContext => {
    const rest = cleared(env, context, columns)
    const restored = context.selected.filter((filter) => isNamed(filter) && !rest.filters.includes(filter))
    return { ...rest, filters: [...rest.filters, ...restored] }
  }
  return [{ kind: 'change', change }]
}

function touches(filter: Filter, columns: readonly ColumnInfo[]): boolean {
  const own = filter.kind === 'key' ? [filter.column] : filter.kind === 'rows' ? filter.table.columns : filter.columns
  return own.some((column) => columns.some((one) => sameColumn(one, column)))
}

const useRelationship: FilterFunction = (env, call) => {
  takes(call, 2, 2)
  const [a, b] = [columnArgument(env, requiredArgument(call, 0)), columnArgument(env, requiredArgument(call, 1))]
  const found = env.schema.relationshipOf(a, b)
  if (!found)
    throw new DaxError(
      'binding',
      `There is no relationship between '${a.table}'[${a.name}] and '${b.table}'[${b.name}].`,
      call.at,
    )
  const change = (context: FilterContext): FilterContext => {
    const active = new Set(context.active)
    for (const id of found.siblings) active.delete(id)
    return { ...context, active: active.add(found.id) }
  }
  return [{ kind: 'change', change }]
}

const refused: FilterFunction = (_env, call): Adjustment[] => {
  throw new DaxError('unsupported', `The function ${call.name} is not supported.`, call.at)
}

export const CALCULATION: [string, ScalarFunction][] = [['CALCULATE', calculate]]
export const CALCULATION_TABLES: [string, TableFunction][] = [['CALCULATETABLE', calculateTable]]
export const FILTER_ARGUMENTS: [string, FilterFunction][] = [
  ['KEEPFILTERS', keepFilters],
  ['ALL', removeFilters],
  ['ALLNOBLANKROW', removeFilters],
  ['REMOVEFILTERS', removeFilters],
  ['ALLEXCEPT', allExcept],
  ['ALLSELECTED', allSelected],
  ['USERELATIONSHIP', useRelationship],
  ['CROSSFILTER', refused],
]
