// Compiles a syntax tree to SQL. DAX functions are in library/.
// A scalar becomes one SQL expression; a table expression becomes rows. Nothing is executed here.
// Next: environment.ts, library/library.ts, calculate.ts.
import type { Node, NodeOf } from './ast.ts'
import { overriding, type FilterContext } from './context.ts'
import type { Env, ScopedVariable } from './environment.ts'
import { DaxError } from './errors.ts'
import { BLANK, commonType, expr, toType, type Expr } from './expr.ts'
import { binary, equalTo, minus, negated, oneOfLiterals, strictEquality } from './operators.ts'
import { parseExpression } from './parser.ts'
import { relationRows, scanRows, selectFrom, type RowColumn, type Rows } from './rows.ts'
import { ident, join, param, sql, word } from './sql.ts'

export function scalar(node: Node, env: Env): Expr {
  switch (node.kind) {
    case 'number':
      return node.isWhole && Number.isSafeInteger(node.value)
        ? expr(param({ kind: 'value', value: BigInt(node.value) }, 'int64'), 'int64', {
            nullable: false,
            narrow: Math.abs(node.value) < 1e9,
          })
        : expr(param({ kind: 'value', value: node.value }, 'double'), 'double', { nullable: false, narrow: true })
    case 'string':
      return expr(param({ kind: 'value', value: node.value }, 'string'), 'string', { nullable: false })
    case 'date':
      return dateLiteral(node)
    case 'name':
      return variableScalar(node, env)
    case 'column':
      return columnOrMeasure(node, env)
    case 'unary':
      return unary(node, env)
    case 'binary':
      return binaryNode(node, env)
    case 'in':
      return membership(node, env)
    case 'block':
      return scalar(node.result, withVariables(node, env))
    case 'call':
      return scalarCall(node, env)
    case 'table':
    case 'tableConstructor':
      throw new DaxError('binding', 'A table stands here where one value is expected.', node.at)
  }
}

/** Rows of a table expression. */
export function table(node: Node, env: Env): Rows {
  switch (node.kind) {
    case 'name': {
      const named = findVariable(env, node.name)
      if (named) return table(named.variable.value, named.env)
      return scanRows(env, env.schema.table(node.name, node.at))
    }
    case 'table':
      return scanRows(env, env.schema.table(node.name, node.at))
    case 'tableConstructor':
      return constructed(node, env)
    case 'block':
      return table(node.result, withVariables(node, env))
    case 'call': {
      const found = env.library.tables.get(node.name)
      if (found) return found(env, node)
      throw new DaxError(
        env.library.scalars.has(node.name) ? 'binding' : 'unsupported',
        env.library.scalars.has(node.name)
          ? `${node.name} gives a value where a table is expected.`
          : `The function ${node.name} is not supported.`,
        node.at,
      )
    }
    default:
      throw new DaxError('binding', 'A table is expected here.', node.at)
  }
}

/** True if the node is a table expression. CALCULATE needs this for its arguments. */
export function isTable(node: Node, env: Env): boolean {
  switch (node.kind) {
    case 'name': {
      const named = findVariable(env, node.name)
      return named ? isTable(named.variable.value, named.env) : env.schema.findTable(node.name) !== null
    }
    case 'table':
    case 'tableConstructor':
      return true
    case 'block':
      return isTable(node.result, withVariables(node, env))
    case 'call':
      return env.library.tables.has(node.name)
    default:
      return false
  }
}

export function findVariable(env: Env, name: string): ScopedVariable | null {
  return env.variables.get(name.toLowerCase()) ?? null
}

export function withVariables(node: NodeOf<'block'>, env: Env): Env {
  let inner = env
  for (const variable of node.variables) {
    const named: ScopedVariable = { variable, env: inner, scalar: null }
    inner = { ...inner, variables: new Map(inner.variables).set(variable.name.toLowerCase(), named) }
  }
  return inner
}

function variableScalar(node: NodeOf<'name'>, env: Env): Expr {
  const named = findVariable(env, node.name)
  if (!named) {
    const isTableName = env.schema.findTable(node.name) !== null
    throw new DaxError(
      'binding',
      isTableName
        ? `The table '${node.name}' stands where one value is expected.`
        : `There is no variable or table '${node.name}'.`,
      node.at,
    )
  }
  named.scalar ??= scalar(named.variable.value, named.env)
  return named.scalar
}

function dateLiteral(node: NodeOf<'date'>): Expr {
  if (
    !/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?)?$/.test(node.value) ||
    Number.isNaN(Date.parse(node.value))
  )
    throw new DaxError('syntax', `"${node.value.slice(0, 40)}" is not a date.`, node.at)
  return expr(param({ kind: 'value', value: node.value.replace(' ', 'T') }, 'dateTime'), 'dateTime', {
    nullable: false,
  })
}

function columnOrMeasure(node: NodeOf<'column'>, env: Env): Expr {
  if (node.table === null) {
    const added = env.rows.findLast((row) => row.table === null && row.named(node.name))?.named(node.name)
    if (added) return added
  }
  if (node.table === null || env.schema.findColumn(node.table, node.name) === null) {
    if (isMeasure(node.name, env)) return measure(node, env)
  }
  return columnValue(node, env)
}

function isMeasure(name: string, env: Env): boolean {
  return env.definedMeasures.has(name.toLowerCase()) || env.schema.findMeasure(name) !== null
}

function columnValue(node: NodeOf<'column'>, env: Env): Expr {
  if (node.table !== null) {
    const column = env.schema.column(node.table, node.name, node.at)
    for (const row of env.rows.toReversed()) {
      const found = row.column(column)
      if (found)
        return expr(found.sql, column.dataType, {
          nullable: found.nullable,
          narrow: column.narrow,
          formatString: column.formatString,
        })
    }
    throw new DaxError(
      'binding',
      `A single value for column [${column.name}] of '${column.table}' cannot be determined here.`,
      node.at,
    )
  }
  for (const row of env.rows.toReversed()) {
    const column = row.table === null ? null : env.schema.findColumn(row.table, node.name)
    const found = column && row.column(column)
    if (found)
      return expr(found.sql, column.dataType, {
        nullable: found.nullable,
        narrow: column.narrow,
        formatString: column.formatString,
      })
  }
  throw new DaxError('binding', `There is no measure, and no column of the row at hand, named [${node.name}].`, node.at)
}

/** Compiles a measure. All row contexts become filters first (context transition). */
function measure(node: NodeOf<'column'>, env: Env): Expr {
  const key = node.name.toLowerCase()
  if (env.measureStack.includes(key))
    throw new DaxError('binding', `The measure [${node.name}] asks for itself.`, node.at)
  if (env.measureStack.length >= 64)
    throw new DaxError('limit', 'Measures ask each other more than 64 steps deep.', node.at)
  const defined = env.definedMeasures.get(key)
  const known = env.schema.findMeasure(node.name)
  const inner: Env = {
    ...env,
    context: transitioned(env),
    rows: [],
    variables: new Map(),
    measureStack: [...env.measureStack, key],
  }
  try {
    const value = scalar(defined ? defined.value : parsed(known?.expression ?? ''), inner)
    return { ...value, formatString: (defined ? null : known?.formatString) ?? value.formatString }
  } catch (fault) {
    if (!(fault instanceof DaxError) || defined) throw fault
    throw new DaxError(fault.code, `In the measure [${known?.name ?? node.name}]: ${fault.message}`, node.at)
  }
}

const MEASURES = new Map<string, Node>()

/** Parses with a cache, because the few expressions of a model are used again and again. */
export function parsed(text: string): Node {
  const known = MEASURES.get(text)
  if (known) return known
  const node = parseExpression(text)
  if (MEASURES.size > 5000) MEASURES.clear()
  MEASURES.set(text, node)
  return node
}

/** The filter context after context transition: all current rows have become filters. CALCULATE starts from it. */
export function transitioned(env: Env): FilterContext {
  const makeAlias = (): string => env.makeAlias('t')
  return env.rows.reduce((context, row) => overriding(context, row.transition(), makeAlias), env.context)
}

function unary(node: NodeOf<'unary'>, env: Env): Expr {
  const operand = scalar(node.operand, env)
  if (node.operator === 'not') return negated(operand, node.at)
  return node.operator === '-' ? minus(operand, node.at) : operand
}

function binaryNode(node: NodeOf<'binary'>, env: Env): Expr {
  const [left, right] = [scalar(node.left, env), scalar(node.right, env)]
  if (node.operator === '=' && node.left.kind === 'column' && countsAsSomething(node.right))
    return equalTo(left, right, node.at)
  return binary(node.operator, left, right, node.at)
}

/** True for a literal that is not equal to BLANK. */
function countsAsSomething(node: Node): boolean {
  return (node.kind === 'number' && node.value !== 0) || (node.kind === 'string' && node.value !== '')
}

function membership(node: NodeOf<'in'>, env: Env): Expr {
  const values = node.left.map((one) => scalar(one, env))
  const rows = table(node.right, { ...env, scope: null })
  if (rows.columns.length !== values.length)
    throw new DaxError(
      'binding',
      `${values.length} values are looked for in a table of ${rows.columns.length} columns.`,
      node.at,
    )
  if (rows.literal) return oneOfLiterals(values, rows.literal, node.at)
  const matches = rows.columns.map((column, index) => {
    const own = expr(column.sql, column.type, { nullable: column.nullable })
    return strictEquality(values[index] ?? BLANK, own, node.at)
  })
  rows.where.push(join(matches, ' and '))
  return expr(sql`exists (${selectFrom(rows, word('1'))})`, 'boolean', { nullable: false })
}

function scalarCall(node: NodeOf<'call'>, env: Env): Expr {
  const found = env.library.scalars.get(node.name)
  if (found) return found(env, node)
  if (env.library.tables.has(node.name))
    throw new DaxError('binding', `${node.name} gives a table where one value is expected.`, node.at)
  throw new DaxError('unsupported', `The function ${node.name} is not supported.`, node.at)
}

/** A table constructor: `{1, 2}` or `{(1, "a"), (2, "b")}`. The columns are named Value, or Value1, Value2, … */
function constructed(node: NodeOf<'tableConstructor'>, env: Env): Rows {
  const rows = node.rows.map((row) => row.map((one) => scalar(one, { ...env, scope: null })))
  const width = rows[0]?.length ?? 1
  if (rows.some((row) => row.length !== width))
    throw new DaxError('binding', 'Every row must have as many values.', node.at)
  const types = Array.from({ length: width }, (_, index) =>
    commonType(
      rows.map((row) => row[index] ?? BLANK),
      node.at,
    ),
  )
  const columns: RowColumn[] = types.map((type, index) => ({
    name: width === 1 ? 'Value' : `Value${index + 1}`,
    lineage: null,
    type,
    nullable: rows.some((row) => row[index]?.nullable ?? true),
    formatString: null,
    sql: sql``,
  }))
  const selects = rows.map(
    (row) =>
      sql`select ${join(
        row.map((one, index) => sql`${toType(one, types[index] ?? 'blank')} as ${ident(`c${index}`)}`),
        ', ',
      )}`,
  )
  const none = sql`select ${join(
    columns.map((_, index) => sql`null as ${ident(`c${index}`)}`),
    ', ',
  )} where false`
  const relation = selects.length > 0 ? join(selects, ' union all ') : none
  return { ...relationRows(env, { relation, columns, keys: [] }), literal: rows }
}
