// CALCULATE: evaluates an expression in a filter context changed by its filter arguments.
// Order: compute the filters outside, convert row contexts to filters (context transition), apply modifiers, add the new filters.
// Next: context.ts, library/filters.ts.
import type { Node, NodeOf } from './ast.ts'
import { isTable, scalar, table, transitioned } from './compile.ts'
import {
  filteredColumns,
  overriding,
  withFilters,
  withoutColumns,
  type Filter,
  type FilterContext,
  type Resolved,
  type TestFilter,
} from './context.ts'
import type { Adjustment, Env } from './environment.ts'
import { DaxError } from './errors.ts'
import { asCondition, expr, toType } from './expr.ts'
import { oneOfLiterals } from './operators.ts'
import { selectFrom, type Rows } from './rows.ts'
import type { RowContext } from './scan-environment.ts'
import { sameColumn, type ColumnInfo, type Schema } from './schema.ts'
import { columnOf, ident, join, sql } from './sql.ts'

/** The environment inside CALCULATE or CALCULATETABLE with these filter arguments. */
export function calculated(env: Env, filters: readonly Node[]): Env {
  const adjustments = filters.flatMap((node) => adjustmentsOf(node, env))
  const context = adjusted(env, transitioned(env), adjustments)
  return { ...env, context, rows: [] }
}

/** Applies modifiers first, then replacing filters (combined with AND, overriding earlier filters on their columns), then KEEPFILTERS. */
function adjusted(env: Env, context: FilterContext, adjustments: readonly Adjustment[]): FilterContext {
  const makeAlias = (): string => env.makeAlias('t')
  const changed = adjustments.reduce((now, one) => (one.kind === 'change' ? one.change(now) : now), context)
  const replacing = adjustments.flatMap((one) => (one.kind === 'replace' ? one.filters : []))
  const keeping = adjustments.flatMap((one) => (one.kind === 'keep' ? one.filters : []))
  const cleared = withoutColumns(changed, calendarColumns(env.schema, replacing), makeAlias)
  return withFilters(overriding(cleared, replacing, makeAlias), keeping)
}

/** All columns of the calendars whose date column is filtered. A filter on the dates replaces every other filter on the calendar. */
function calendarColumns(schema: Schema, filters: readonly Filter[]): ColumnInfo[] {
  const dates = filters.flatMap(filteredColumns).filter((column) => schema.isCalendar(column))
  return dates.flatMap((column) => schema.table(column.table).columns)
}

/** Converts one filter argument: a modifier function, a table, or a condition on columns. */
export function adjustmentsOf(node: Node, env: Env): Adjustment[] {
  const outside: Env = { ...env, scope: null }
  if (node.kind === 'call') {
    const found = env.library.filters.get(node.name)
    if (found) return found(outside, node)
    const plain = node.name === 'FILTER' ? plainFilter(node, outside) : null
    if (plain) return [{ kind: 'replace', filters: [plain] }]
  }
  if (isTable(node, outside)) return [{ kind: 'replace', filters: filtersOf(table(node, outside)) }]
  return [{ kind: 'replace', filters: [testOf(node, outside)] }]
}

/** Converts rows to filters: whole rows of a model table, or the values of columns with lineage. */
export function filtersOf(rows: Rows): Filter[] {
  if (rows.scan) {
    const { table: info } = rows.scan
    const many = selectFrom(rows, sql`${columnOf(rows.scan.alias, 'rowid')} as r`)
    return [{ kind: 'rows', table: info, rows: { many }, covers: rows.scan.covers(), hidden: new Map() }]
  }
  const columns = rows.columns.filter((column) => column.lineage !== null)
  const lineage = columns.flatMap((column) => (column.lineage ? [column.lineage] : []))
  if (columns.length === 0)
    throw new DaxError('binding', 'A table without a column of the model cannot filter anything.')
  if (rows.literal && columns.length === rows.columns.length && isOneTable(lineage))
    return [literalTest(lineage, rows.literal)]
  const list = columns.map((column, index) => sql`${column.sql} as ${ident(`c${index}`)}`)
  const relation = selectFrom(rows, join(list, ', '), { distinct: true })
  return [{ kind: 'set', columns: lineage, outputs: columns.map((_, index) => `c${index}`), relation }]
}

function isOneTable(columns: ColumnInfo[]): boolean {
  return new Set(columns.map((column) => column.table)).size === 1
}

function literalTest(columns: ColumnInfo[], literal: NonNullable<Rows['literal']>): TestFilter {
  const position = { line: 1, column: 1 }
  const typed = literal.map((row) =>
    row.map((one, index) =>
      one.type === 'blank'
        ? one
        : {
            ...one,
            sql: toType(one, columns[index]?.dataType ?? one.type),
            type: columns[index]?.dataType ?? one.type,
          },
    ),
  )
  const test: TestFilter['test'] = (resolve) => {
    const values = columns.map((column) => {
      const found = resolve(column)
      return expr(found.sql, column.dataType, { nullable: found.nullable })
    })
    return oneOfLiterals(values, typed.length > 0 ? typed : [], position).sql
  }
  return { kind: 'test', columns, test }
}

/** A condition on columns of one table, such as `Product[Color] = "Red"`. */
export function testOf(node: Node, env: Env): TestFilter {
  const columns: ColumnInfo[] = []
  const dummy = (column: ColumnInfo): Resolved => {
    if (!columns.some((one) => sameColumn(one, column))) columns.push(column)
    return { sql: sql`null`, nullable: true }
  }
  conditionOn(node, env, dummy)
  if (columns.length === 0)
    throw new DaxError('binding', 'A filter must be a table or a condition on columns.', node.at)
  if (!isOneTable(columns))
    throw new DaxError('binding', 'A condition in CALCULATE may name columns of one table only: use FILTER.', node.at)
  return { kind: 'test', columns, test: (resolve) => conditionOn(node, env, resolve) }
}

function conditionOn(node: Node, env: Env, resolve: (column: ColumnInfo) => Resolved): TestSql {
  const row: RowContext = {
    table: null,
    column: resolve,
    related: () => null,
    named: () => null,
    transition: () => {
      throw new DaxError('unsupported', 'A condition in CALCULATE cannot ask a measure: use FILTER.', node.at)
    },
  }
  return asCondition(scalar(node, { ...env, rows: [...env.rows, row], scope: null }), node.at)
}

type TestSql = ReturnType<TestFilter['test']>

/**
 * Simplifies `FILTER(ALL(T[c]), condition on c)` to its condition. The same for VALUES in an empty filter context. Null
 * if it is not this simple.
 */
function plainFilter(node: NodeOf<'call'>, env: Env): TestFilter | null {
  const [over, condition] = node.arguments
  if (!over || !condition || node.arguments.length !== 2 || over.kind !== 'call') return null
  const isUnfiltered =
    over.name === 'ALL' || (env.context.filters.length === 0 && (over.name === 'VALUES' || over.name === 'DISTINCT'))
  const columns = over.arguments.map((one) =>
    one?.kind === 'column' && one.table ? env.schema.findColumn(one.table, one.name) : null,
  )
  const own = columns.filter((one) => one !== null)
  if (!isUnfiltered || own.length === 0 || own.length !== columns.length || !isOneTable(own)) return null
  try {
    const test = testOf(condition, env)
    return test.columns.every((column) => own.some((one) => sameColumn(one, column))) ? { ...test, columns: own } : null
  } catch (fault) {
    if (fault instanceof DaxError) return null // The FILTER function reports the error, or can compile it.
    throw fault
  }
}
