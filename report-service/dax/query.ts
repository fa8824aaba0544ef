// Compiles a query to one SQL statement, with its parameters and result columns.
// It runs nothing: engine.ts does. It also compiles the statements for calculated columns and tables.
// Next: compile.ts, engine.ts, ../model/build-database.ts.
import type { DataType } from '../model/model.ts'
import type { Node, Query } from './ast.ts'
import { scalar, table } from './compile.ts'
import { emptyContext } from './context.ts'
import { type DefinedMeasure, type Env, type ScopedVariable, ofRow } from './environment.ts'
import { asValue, toType } from './expr.ts'
import { LIBRARY } from './library/library.ts'
import { ordering } from './library/row-sets.ts'
import { ownAliases, scanRows, type RowColumn, type Rows } from './rows.ts'
import type { Security } from './scan-environment.ts'
import type { Schema, TableInfo } from './schema.ts'
import { cast, enclosed, ident, join, rendered, sql, type Parameter, type Sql } from './sql.ts'

/** `name` is `Sales[Year]` for a column of the model and `[Total]` for a computed column. */
export type ResultColumn = { name: string; dataType: DataType; formatString: string | null }

export type Plan = { text: string; parameters: Parameter[]; columns: ResultColumn[] }

/** Throws DaxError. All readers with the same roles can share the plan: the identity is a parameter. */
export function planQuery(schema: Schema, query: Query, security: Security | null): Plan {
  const env = queryEnvironment(newEnvironment(schema, security), query)
  const rows = table(query.evaluate, env)
  const inner = ofRow(env, rows)
  const orders = query.orderBy.map(({ by, descending }) => {
    const value = scalar(by, inner)
    return ordering(asValue(value).sql, value.type === 'string', descending)
  })
  const list = rows.columns.map((column, index) => sql`${answered(column)} as ${ident(`c${index}`)}`)
  const order = orders.length > 0 ? sql` order by ${join(orders, ', ')}` : sql``
  const where = rows.where.length > 0 ? sql` where ${join(rows.where, ' and ')}` : sql``
  const statement = enclosed(sql`select ${join(list, ', ')} from ${rows.from()}${where}${order}`, ownAliases(rows))
  return { ...complete(statement), columns: rows.columns.map(resultColumn) }
}

export function newEnvironment(schema: Schema, security: Security | null): Env {
  let aliases = 0
  return {
    schema,
    library: LIBRARY,
    makeAlias: (prefix) => `${prefix}${++aliases}`,
    context: emptyContext(schema),
    rows: [],
    variables: new Map(),
    scope: null,
    security,
    definedMeasures: new Map(),
    measureStack: [],
  }
}

function queryEnvironment(bare: Env, query: Query): Env {
  const measures = new Map<string, DefinedMeasure>()
  for (const one of query.definitions) {
    if (one.kind !== 'measure') continue
    bare.schema.table(one.table, one.at)
    measures.set(one.name.toLowerCase(), { name: one.name, value: one.value })
  }
  let env: Env = { ...bare, definedMeasures: measures }
  for (const one of query.definitions) {
    if (one.kind !== 'variable') continue
    const named: ScopedVariable = { variable: { name: one.name, value: one.value, at: one.at }, env, scalar: null }
    env = { ...env, variables: new Map(env.variables).set(one.name.toLowerCase(), named) }
  }
  return env
}

/** Renders a statement. It must not refer to aliases outside itself; otherwise the compiler has a bug. */
function complete(statement: Sql): { text: string; parameters: Parameter[] } {
  if (statement.refs.size > 0) throw new Error(`The statement leans on ${[...statement.refs].join(', ')}.`)
  return rendered(statement)
}

/** Returns fixed decimals as floating point, because JSON numbers have only 15 digits. */
function answered(column: RowColumn): Sql {
  return column.type === 'decimal' ? cast(column.sql, 'double') : column.sql
}

function resultColumn(column: RowColumn): ResultColumn {
  const { name, lineage, type, formatString } = column
  const isRenamed = lineage === null || lineage.name !== name
  return {
    name: isRenamed ? `[${name}]` : `${lineage.table}[${name}]`,
    dataType: type === 'blank' ? 'string' : type,
    formatString,
  }
}

/** SELECT for a calculated column: all columns of the table and the computed one. */
export function planColumn(
  schema: Schema,
  info: TableInfo,
  node: Node,
  name: string,
  dataType: DataType,
): { text: string; parameters: Parameter[] } {
  const env = newEnvironment(schema, null)
  const rows = scanRows(env, info)
  const value = toType({ ...scalar(node, ofRow(env, rows)) }, dataType)
  const list = [
    ...rows.columns.map((column) => sql`${column.sql} as ${ident(column.name)}`),
    sql`${cast(value, dataType)} as ${ident(name)}`,
  ]
  return complete(enclosed(sql`select ${join(list, ', ')} from ${rows.from()}`, ownAliases(rows)))
}

/** SELECT for a calculated table. Columns are matched by their name in the expression's result, otherwise by position. */
export function planTable(
  schema: Schema,
  node: Node,
  expectedColumns: readonly { name: string; source: string | null; dataType: DataType }[],
): { text: string; parameters: Parameter[] } {
  const env = newEnvironment(schema, null)
  const rows = table(node, env)
  const list = expectedColumns.map(({ name, source, dataType }, index) => {
    const column = sourceColumn(rows, source ?? name) ?? rows.columns[index]
    if (!column) throw new Error(`The expression gives no column "${source ?? name}".`)
    return sql`${cast(column.sql, dataType)} as ${ident(name)}`
  })
  const where = rows.where.length > 0 ? sql` where ${join(rows.where, ' and ')}` : sql``
  return complete(
    enclosed(
      sql`select ${list.length > 0 ? join(list, ', ') : sql`1 as ${ident('Value')}`} from ${rows.from()}${where}`,
      ownAliases(rows),
    ),
  )
}

/** Finds a column by its name in `[Amount]`, `Sales[Amount]` or `Amount`. */
function sourceColumn(rows: Rows, source: string): RowColumn | undefined {
  const name = (/\[(.*)\]$/.exec(source)?.[1] ?? source).toLowerCase()
  return rows.columns.find((column) => column.name.toLowerCase() === name)
}
