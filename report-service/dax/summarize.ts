// SUMMARIZECOLUMNS: groups by columns of any tables and computes expressions for each group. Groups with only BLANK values are removed.
// If all expressions are strict, the groups come from the grouped scans, which avoids a cross join.
// Next: scope.ts, aggregates.ts.
import type { Node, NodeOf } from './ast.ts'
import { adjustmentsOf } from './calculate.ts'
import { isTable, scalar } from './compile.ts'
import { withFilters, type Filter, type FilterContext, type KeyFilter } from './context.ts'
import type { Env } from './environment.ts'
import { DaxError } from './errors.ts'
import { asValue, type Expr } from './expr.ts'
import { argumentsFrom, textArgument } from './library/arguments.ts'
import { relationRows, scanRows, selectFrom, type RowColumn, type Rows } from './rows.ts'
import { sameColumn, type ColumnInfo } from './schema.ts'
import { Scope, selectOf, matchOf } from './scope.ts'
import { columnOf, enclosed, ident, join, renamed, sql, word, type Sql } from './sql.ts'

type Parts = { groups: ColumnInfo[]; filters: Node[]; named: { name: string; value: Node }[] }

export function summarizeColumns(env: Env, call: NodeOf<'call'>): Rows {
  const parts = partsOf(env, call)
  const context = filtered(env, parts.filters)
  const alias = env.makeAlias('g')
  const keys = parts.groups.map((column, index): KeyFilter => ({
    kind: 'key',
    column,
    value: { sql: columnOf(alias, `k${index}`), nullable: true },
  }))
  const scope = new Scope([alias], env.makeAlias, { keys: keys.length, filters: context.filters, context })
  const inner: Env = { ...env, context: { ...withFilters(context, keys), selected: context.filters }, rows: [], scope }
  const values = parts.named.map((one) => scalar(one.value, inner))
  const columns = [
    ...parts.groups.map(groupColumn),
    ...parts.named.map((one, index) => valueColumn(one.name, values[index])),
  ]
  const list = [
    ...parts.groups.map((_, index) => columnOf(alias, `k${index}`)),
    ...values.map((value) => asValue(value).sql),
  ].map((piece, index) => sql`${piece} as ${ident(`c${index}`)}`)
  const fromScans = parts.groups.length > 0 && values.length > 0 && values.every((value) => value.strict)
  const relation = fromScans
    ? overScans(alias, scope, list)
    : overGroups(env, context, parts.groups, alias, scope, list)
  return relationRows(env, { relation: withoutBlanks(relation, parts, env.makeAlias('x')), columns, keys: [] })
}

function partsOf(env: Env, call: NodeOf<'call'>): Parts {
  const parts: Parts = { groups: [], filters: [], named: [] }
  const nodes = argumentsFrom(call, 0)
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index]
    if (!node) break
    if (node.kind === 'string') {
      const value = nodes[++index]
      if (!value) throw new DaxError('binding', `The column "${node.value}" has no expression.`, node.at)
      const name = textArgument(node)
      if (parts.named.some((one) => one.name.toLowerCase() === name.toLowerCase()))
        throw new DaxError('binding', `${call.name} cannot add the column [${name}]: it exists already.`, node.at)
      parts.named.push({ name, value })
    } else if (parts.named.length > 0) {
      throw new DaxError('binding', 'Groups and filters come before the named expressions.', node.at)
    } else if (node.kind === 'column') addGroup(env, parts, node)
    else if (isFilter(env, node)) parts.filters.push(node)
    else
      throw new DaxError(
        'unsupported',
        'SUMMARIZECOLUMNS takes columns, filter tables, and names with expressions.',
        node.at,
      )
  }
  return parts
}

function isFilter(env: Env, node: Node): boolean {
  return isTable(node, env) || (node.kind === 'call' && node.name === 'KEEPFILTERS')
}

function addGroup(env: Env, parts: Parts, node: NodeOf<'column'>): void {
  if (node.table === null) throw new DaxError('binding', `Say which table the column [${node.name}] is of.`, node.at)
  if (parts.filters.length > 0)
    throw new DaxError('binding', 'The columns to group by come before the filters.', node.at)
  const column = env.schema.column(node.table, node.name, node.at)
  if (!parts.groups.some((one) => sameColumn(one, column))) parts.groups.push(column)
}

function filtered(env: Env, nodes: Node[]): FilterContext {
  const filters: Filter[] = nodes
    .flatMap((node) => adjustmentsOf(node, env))
    .flatMap((one) => {
      if (one.kind === 'change') throw new DaxError('unsupported', 'This filter cannot stand in SUMMARIZECOLUMNS.')
      return one.filters
    })
  return withFilters(env.context, filters)
}

function groupColumn(column: ColumnInfo): RowColumn {
  return {
    name: column.name,
    lineage: column,
    type: column.dataType,
    nullable: true,
    formatString: column.formatString,
    sql: sql``,
  }
}

function valueColumn(name: string, value: Expr | undefined): RowColumn {
  return {
    name,
    lineage: null,
    type: value?.type ?? 'blank',
    nullable: true,
    formatString: value?.formatString ?? null,
    sql: sql``,
  }
}

/** Reads the groups from the scans. Each strict scan has all groups that have rows in it; together they have all relevant groups. */
function overScans(alias: string, scope: Scope, list: Sql[]): Sql {
  const [only, ...others] = scope.grouped
  if (!only) throw new Error('A strict expression always comes from a scan.')
  if (others.length === 0) {
    const names = new Map([[alias, only.alias]])
    const text = sql`select ${join(
      list.map((piece) => renamed(piece, names)),
      ', ',
    )} from (${selectOf(only)}) ${word(only.alias)}`
    return enclosed(text, [only.alias])
  }
  const width = scope.demanded?.keys ?? 0
  const keys = join(
    Array.from({ length: width }, (_, index) => ident(`k${index}`)),
    ', ',
  )
  const scans = scope.grouped.map((one) => sql`${word(`q${one.alias}`)} as materialized (${selectOf(one)})`)
  const groups = scope.grouped
    .filter((one) => one.strict)
    .map((one) => sql`select ${keys} from ${word(`q${one.alias}`)}`)
  const joins = scope.grouped.map(
    (one) => sql` left join ${word(`q${one.alias}`)} ${word(one.alias)} on ${matchOf(one)}`,
  )
  const text = sql`with ${join(scans, ', ')} select ${join(list, ', ')} from (${join(groups, ' union ')}) ${word(alias)}${join(joins, '')}`
  return enclosed(text, scope.aliases)
}

/** Builds all combinations of the groups: existing combinations within a table, crossed between tables. */
function overGroups(
  env: Env,
  context: FilterContext,
  groups: ColumnInfo[],
  alias: string,
  scope: Scope,
  list: Sql[],
): Sql {
  const outputs: Sql[] = []
  const sources: Sql[] = []
  for (const table of new Set(groups.map((column) => column.table))) {
    const source = env.makeAlias('r')
    const rows = scanRows({ ...env, context }, env.schema.table(table), { withBlankRow: true })
    const picked: Sql[] = []
    for (const [index, column] of groups.entries()) {
      if (column.table !== table) continue
      picked.push(sql`${rows.row.column(column)?.sql ?? sql`null`} as ${ident(`k${index}`)}`)
      outputs.push(columnOf(source, `k${index}`))
    }
    sources.push(sql`(${selectFrom(rows, join(picked, ', '), { distinct: true })}) ${word(source)}`)
  }
  const base =
    sources.length > 0 ? sql`select ${join(outputs, ', ')} from ${join(sources, ' cross join ')}` : sql`select 1 as one`
  const text = sql`select ${list.length > 0 ? join(list, ', ') : sql`1`} from (${base}) ${word(alias)}${scope.joins()}`
  return enclosed(text, [...scope.aliases, ...outputs.flatMap((piece) => [...piece.refs])])
}

function withoutBlanks(relation: Sql, parts: Parts, alias: string): Sql {
  if (parts.groups.length === 0 || parts.named.length === 0) return relation
  const present = parts.named.map((_, index) => sql`${columnOf(alias, `c${parts.groups.length + index}`)} is not null`)
  return enclosed(sql`select * from (${relation}) ${word(alias)} where ${join(present, ' or ')}`, [alias])
}
